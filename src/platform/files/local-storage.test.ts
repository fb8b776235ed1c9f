import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { localStorage } from './local-storage.ts';
import type { FileStorage } from './storage.ts';

let folder: string;
let storage: FileStorage;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tallymark-test-'));
  storage = localStorage(folder);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function read(key: string): Promise<Buffer | null> {
  const file = await storage.open(key);
  return file && Buffer.concat(await file.stream.toArray());
}

describe('local storage', () => {
  it('gives back what was put, also when it is put again', async () => {
    await storage.put('org/1/invoice_pdf/file.a', Buffer.from('one'));
    await storage.put('org/1/invoice_pdf/file.a', Buffer.from('two'));
    expect(String(await read('org/1/invoice_pdf/file.a'))).toBe('two');
  });

  it('holds nothing under a key that was never put', async () => {
    expect(await read('org/1/invoice_pdf/file.b')).toBeNull();
    expect(await read('never/there')).toBeNull();
  });

  it('leaves whole files only, which nobody else may read', async () => {
    const bytes = Buffer.alloc(500_000, 7);
    await Promise.all(Array.from({ length: 8 }, () => storage.put('org/2/file', bytes)));
    expect(await readdir(join(folder, 'org/2'))).toEqual(['file']);
    expect((await read('org/2/file'))?.equals(bytes)).toBe(true);
    expect((await stat(join(folder, 'org/2/file'))).mode & 0o077).toBe(0);
  });

  it('takes a whole file of this machine, and says how large it is', async () => {
    const path = join(folder, 'made-elsewhere');
    await writeFile(path, 'three');
    await storage.putFile('org/3/report/file.c', { path, sha256: 'not looked at' });
    const file = await storage.open('org/3/report/file.c');
    expect(file?.sizeBytes).toBe(5);
    expect(String(Buffer.concat((await file?.stream.toArray()) ?? []))).toBe('three');
    expect((await stat(join(folder, 'org/3/report/file.c'))).mode & 0o077).toBe(0);
    await expect(storage.putFile('org/3/none', { path: `${path}-none`, sha256: '' })).rejects.toThrow(
      /ENOENT/,
    );
    expect(await readdir(join(folder, 'org/3'))).toEqual(['report']);
  });

  it('discards what a killed process has left beside a file, and nothing of others', async () => {
    for (const key of ['a', 'a.b', 'a.1.2.tmpx']) await storage.put(`org/5/${key}`, Buffer.from('five'));
    for (const name of ['a.77.12345.tmp', 'a.b.77.12345.tmp'])
      await writeFile(join(folder, 'org/5', name), 'half');
    for (const key of ['org/5/a', 'org/5/a', 'never/there']) await storage.discard(key);
    expect((await readdir(join(folder, 'org/5'))).toSorted()).toEqual([
      ...['a.1.2.tmpx', 'a.b', 'a.b.77.12345.tmp'],
    ]);
  });

  it('removes a file, and again', async () => {
    await storage.put('org/4/file', Buffer.from('four'));
    for (const _ of [1, 2]) await storage.remove('org/4/file');
    expect(await storage.open('org/4/file')).toBeNull();
  });

  it.each(['../x', 'a/../b', '/etc/passwd', 'a//b', 'a/', '', '.', 'a/.hidden', 'a\\b', 'a\u0000b', 'A'])(
    'refuses the key %j',
    async (key) => {
      await expect(storage.put(key, Buffer.from('x'))).rejects.toThrow(RangeError);
      await expect(read(key)).rejects.toThrow(RangeError);
    },
  );
});
