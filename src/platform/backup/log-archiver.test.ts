import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { listArchived } from './archived-log.ts';
import { encryptionFor, makeKeys } from './encryption.ts';
import { listWaiting, logArchiver } from './log-archiver.ts';
import { type BackupTarget, openTarget } from './target.ts';

const [FIRST, SECOND] = ['000000010000000000000001', '000000010000000000000002'];
let folder: string;
let target: BackupTarget;
let recipient: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tallymark-test-'));
  for (const name of ['pg_wal/archive_status', 'target'])
    await mkdir(join(folder, name), { recursive: true });
  target = openTarget({ kind: 'FOLDER', path: join(folder, 'target') });
  ({ recipient } = await makeKeys());
  return () => rm(folder, { recursive: true });
});

/** As PostgreSQL does with a segment that is complete. */
async function complete(name: string, content: string): Promise<void> {
  await writeFile(join(folder, 'pg_wal', name), content);
  await writeFile(join(folder, 'pg_wal/archive_status', `${name}.ready`), '');
}

/** Of a service that has just started; what happens to files and to the ownership is noted. */
function archiver(notes: string[] = []) {
  return logArchiver({
    ...{ clusterPath: folder, target, encryption: encryptionFor([recipient]) },
    owner: { claim: async () => void notes.push('claim'), release: async () => undefined },
    copyFiles: async () => void notes.push(`files before ${(await listArchived(target)).length}`),
  });
}

it('histories are stored before segments, files before both, and each is marked as done', async () => {
  await complete(SECOND, 'two');
  await complete(FIRST, 'one');
  await complete('00000002.history', 'history');
  expect(await listWaiting(folder)).toEqual(['00000002.history', FIRST, SECOND]);
  const notes: string[] = [];
  expect(await archiver(notes).storeWaiting()).toBe(3);
  expect(notes).toEqual(['claim', 'files before 0']);
  expect((await listArchived(target)).map(({ name }) => name)).toEqual([FIRST, SECOND, '00000002.history']);
  expect((await readdir(join(folder, 'pg_wal/archive_status'))).every((name) => name.endsWith('.done'))).toBe(
    true,
  );
  expect(await archiver().storeWaiting()).toBe(0);
});

it('a segment that the target has already is not stored again, and another of its name never', async () => {
  await complete(FIRST, 'one');
  await archiver().storeWaiting();
  await complete(FIRST, 'one');
  expect(await archiver().storeWaiting()).toBe(1);
  await complete(FIRST, 'of an older copy of this data directory');
  await expect(archiver().storeWaiting()).rejects.toThrow('an older copy of one that went on');
  expect(await listWaiting(folder)).toEqual([FIRST]);
  expect(await listArchived(target)).toHaveLength(1);
});
