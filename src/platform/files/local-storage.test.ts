import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FileStorage, localStorage } from './local-storage.ts';

let folder: string;
let storage: FileStorage;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tallymark-test-'));
  storage = localStorage(folder);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('local storage', () => {
  it('gives back what was put, also when it is put again', async () => {
    await storage.put('org/1/invoice_pdf/file.a', Buffer.from('one'));
    await storage.put('org/1/invoice_pdf/file.a', Buffer.from('two'));
    expect(String(await storage.get('org/1/invoice_pdf/file.a'))).toBe('two');
  });

  it('holds nothing under a key that was never put', async () => {
    expect(await storage.get('org/1/invoice_pdf/file.b')).toBeNull();
    expect(await storage.get('never/there')).toBeNull();
  });

  it('leaves whole files only, which nobody else may read', async () => {
    const bytes = Buffer.alloc(500_000, 7);
    await Promise.all(Array.from({ length: 8 }, () => storage.put('org/2/file', bytes)));
    expect(await readdir(join(folder, 'org/2'))).toEqual(['file']);
    expect((await storage.get('org/2/file'))?.equals(bytes)).toBe(true);
    expect((await stat(join(folder, 'org/2/file'))).mode & 0o077).toBe(0);
  });

  it.each(['../x', 'a/../b', '/etc/passwd', 'a//b', 'a/', '', '.', 'a/.hidden', 'a\\b', 'a\u0000b', 'A'])(
    'refuses the key %j',
    async (key) => {
      await expect(storage.put(key, Buffer.from('x'))).rejects.toThrow(RangeError);
      await expect(storage.get(key)).rejects.toThrow(RangeError);
    },
  );
});
