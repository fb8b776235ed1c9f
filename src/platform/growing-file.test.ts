import { readdir, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { dropLeftFiles, openGrowingFile } from './growing-file.ts';

it('what a killed process has left is removed after a day, and nothing that is in use', async () => {
  const [left, used] = [await openGrowingFile(), await openGrowingFile()];
  await left.append('Erika');
  await used.append('Erika');
  const { path } = await left.end();
  const yesterday = Date.now() / 1000 - 25 * 3600;
  await utimes(path, yesterday, yesterday);
  await dropLeftFiles();
  const names = await readdir(tmpdir());
  const folderOf = (file: string) => file.split('/').at(-2) ?? '';
  const { path: kept } = await used.end();
  expect([names.includes(folderOf(path)), names.includes(folderOf(kept))]).toEqual([false, true]);
  expect(join(tmpdir(), folderOf(kept), 'rows')).toBe(kept);
  await used.dispose();
});
