import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { encryptionFor, makeKeys } from './encryption.ts';
import { openFileCopies } from './file-copies.ts';
import { restoreFiles } from './restore-files.ts';
import { type BackupTarget, openTarget } from './target.ts';

const LARGE = Buffer.alloc(17 * 2 ** 20, 'large ');
let folder: string;
let target: BackupTarget;
let identity: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tallymark-test-'));
  for (const name of ['files/invoices', 'target', 'restored'])
    await mkdir(join(folder, name), { recursive: true });
  await writeFile(join(folder, 'files/invoices/one'), 'first');
  await writeFile(join(folder, 'files/large'), LARGE);
  const keys = await makeKeys();
  identity = keys.identity;
  target = openTarget({ kind: 'FOLDER', path: join(folder, 'target') });
  const encryption = encryptionFor([keys.recipient]);
  await (await openFileCopies(join(folder, 'files'), { target, encryption })).copyNew();
  return () => rm(folder, { recursive: true });
});

const restored = (name = '') => join(folder, 'restored', name);

it('the files of a target are written where they are missing, whole, and once', async () => {
  await mkdir(restored('invoices'));
  await writeFile(restored('invoices/one'), 'kept');
  expect(await restoreFiles(restored(), { target, identities: [identity] })).toBe(1);
  expect(await readFile(restored('invoices/one'), 'utf8')).toBe('kept');
  expect((await readFile(restored('large'))).equals(LARGE)).toBe(true);
  expect(await readdir(restored())).toEqual(['invoices', 'large']);
  expect(await restoreFiles(restored(), { target, identities: [identity] })).toBe(0);
});

it('without their key nothing is written, and it is said which setting has it', async () => {
  await expect(restoreFiles(restored(), { target, identities: [] })).rejects.toThrow('BACKUP_IDENTITY_FILE');
  const { identity: other } = await makeKeys();
  const wrong = restoreFiles(restored(), { target, identities: [other] });
  await expect(wrong).rejects.toThrow('BACKUP_IDENTITY is not a key of this backup');
  expect((await readdir(restored(), { recursive: true })).filter((name) => name !== 'invoices')).toEqual([]);
});
