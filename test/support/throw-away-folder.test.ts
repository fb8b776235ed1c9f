import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findThrowAwayFolder, makeThrowAwayFolder, removeAbandoned } from './throw-away-folder.ts';

const here = import.meta.dirname;

it('is in memory where there is enough of it', async () => {
  expect(await findThrowAwayFolder(here, { room: 1, memory: 1 })).toBe(here);
});

it.each([
  ['there is no such folder', join(here, 'nowhere'), { room: 1, memory: 1 }],
  ['the folder is too full', here, { room: Number.MAX_SAFE_INTEGER, memory: Number.MAX_SAFE_INTEGER }],
  ['the machine has too little left', here, { room: 2, memory: 1 }],
])('is with the temporary files where %s', async (_, folder, limits) => {
  expect(await findThrowAwayFolder(folder, limits)).toBe(tmpdir());
});

describe('what runs left that were killed', () => {
  let place: string;
  beforeEach(async () => {
    place = await mkdtemp(join(tmpdir(), 'tallymark-abandoned-'));
  });
  afterEach(() => rm(place, { recursive: true, force: true }));

  /** The number of a process that has ended. */
  const ended = () => spawnSync('true').pid;

  it('goes, of every kind, with all its files', async () => {
    for (const kind of ['test', 'fault', 'main', 'embedded']) {
      const folder = join(place, `tallymark-${kind}-${ended()}-x1y2z3`);
      await mkdir(join(folder, 'pg'), { recursive: true });
      await writeFile(join(folder, 'pg', 'PG_VERSION'), '18');
    }
    await removeAbandoned([place, join(place, 'nowhere')]);
    expect(await readdir(place)).toEqual([]);
  });

  it('is not what a running process made, or what says no process', async () => {
    const made = await Promise.all(
      (['test', 'fault', 'main', 'embedded'] as const).map((kind) => makeThrowAwayFolder(kind, place)),
    );
    const others = [`other-test-${ended()}-x`, 'tallymark-test-x1y2z3', `tallymark-kept-${ended()}-x`];
    for (const name of others) await mkdir(join(place, name));
    await removeAbandoned([place]);
    const left = [...made.map((path) => basename(path)), ...others];
    expect(await readdir(place)).toEqual(expect.arrayContaining(left));
  });
});
