import { mkdir, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeThrowAwayFolder } from '#test/throw-away-folder.ts';
import { archivedKey } from './archived-log.ts';
import { storeStream } from './base-backup.ts';
import { encryptionFor, makeKeys } from './encryption.ts';
import { openFileCopies } from './file-copies.ts';
import { type Manifest, writeManifest } from './manifest.ts';
import { segmentName, stampOf } from './names.ts';
import { removeOutdated } from './retention.ts';
import { type BackupTarget, openTarget } from './target.ts';

const NOW = Temporal.Instant.from('2030-06-30T12:00:00Z');
const daysAgo = (days: number) => NOW.subtract({ minutes: Math.round(days * 1440) });
let folder: string;
let target: BackupTarget;

beforeAll(async () => {
  folder = await makeThrowAwayFolder('main');
  await mkdir(join(folder, 'target'));
  target = openTarget({ kind: 'FOLDER', path: join(folder, 'target') });
});
afterAll(() => rm(folder, { recursive: true }));

/** Listed with an object as old as it would be. */
async function put(key: string, days: number): Promise<void> {
  await target.put(key, Buffer.from('x'));
  await age(key, days);
}

async function age(key: string, days: number): Promise<void> {
  const at = daysAgo(days).epochMilliseconds / 1000;
  await utimes(join(folder, 'target', key), at, at);
}

async function backUp(id: string, days: number, files: string[]): Promise<void> {
  const plain = Readable.from(files.map((key) => `${key}\n`));
  const parts = await storeStream(target, { prefix: `bases/${id}/files`, encryption: null, plain });
  const at = daysAgo(days).toString();
  const manifest: Manifest = {
    ...{ format: 1, id, release: '0.1.0', startedAt: at, finishedAt: at, recipients: [] },
    database: {
      ...{ systemIdentifier: '1', postgres: '18', timeline: 1, startLsn: '0/2000028', stopLsn: '0/2000128' },
      ...{ masterKeyId: null, sizeBytes: 1, parts: [] },
    },
    files: { place: 'FOLDER', count: files.length, parts },
  };
  await writeManifest(target, manifest);
}

const keysBelow = async (prefix: string) =>
  (await Array.fromAsync(target.list(prefix))).map(({ key }) => key.slice(prefix.length));

describe('retention', () => {
  it('keeps what the last days need, and the newest backup before them', async () => {
    for (const days of [30, 20, 15, 10, 1])
      await backUp(`b${99 - days}`, days, days > 15 ? ['org/old', 'org/both'] : ['org/both']);
    const segments = [
      ...[31, 20.5, 15.2, 14.9, 9, 0.5].map((days, number) => [segmentName(1, number), days] as const),
      ['00000002.history', 40] as const,
    ];
    for (const [name, days] of segments)
      await target.put(archivedKey(name, stampOf(daysAgo(days)), 'a'.repeat(64)), Buffer.from('x'));
    await put('files/org/old.age', 30);
    await put('files/org/both.age', 30);
    // Stored and removed between two backups: an instant between them needs it.
    await put('files/org/short.age', 12);
    await put('bases/unfinished/base-000001', 3);
    await put('bases/running/base-000001', 0.1);
    await mkdir(join(folder, 'files/org'), { recursive: true });
    await writeFile(join(folder, 'files/org/new'), 'new');
    const encryption = encryptionFor([(await makeKeys()).recipient]);
    const copies = await openFileCopies(join(folder, 'files'), { target, encryption });
    await copies.copyNew();

    const removed = await removeOutdated(target, { keepDays: 14, copies, nowMs: NOW.epochMilliseconds });
    expect(removed).toEqual({ backups: 2, segments: 3, files: 1 });
    const bases = new Set((await keysBelow('bases/')).map((key) => key.split('/')[0]));
    expect([...bases]).toEqual(['b84', 'b89', 'b98', 'running']);
    expect((await keysBelow('wal/')).map((key) => key.split('/')[1]?.split('.')[0])).toEqual([
      ...[segmentName(1, 3), segmentName(1, 4), segmentName(1, 5)],
      '00000002',
    ]);
    expect(await keysBelow('files/')).toEqual(['org/both.age', 'org/new.age', 'org/short.age']);
  });

  it('never removes the last backup, however old it is', async () => {
    const later = NOW.add({ hours: 24 * 365 }).epochMilliseconds;
    await removeOutdated(target, { keepDays: 14, copies: null, nowMs: later });
    expect(await keysBelow('bases/')).toEqual(['b98/files-000001', 'b98/manifest.json']);
  });
});
