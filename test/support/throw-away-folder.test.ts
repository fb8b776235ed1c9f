import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { findThrowAwayFolder } from './throw-away-folder.ts';

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
