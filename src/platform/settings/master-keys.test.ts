import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readConfig } from '#config';
import { masterKey } from '../master-key.ts';

const bytes = Buffer.from('0123456789abcdef0123456789ABCDEF');
const { id } = masterKey(bytes);
const other = Buffer.alloc(32, 7).toString('hex');

let folder: string;
let file: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tallymark-test-'));
  file = join(folder, 'key');
  await writeFile(file, `${bytes.toString('base64')}\n`, { mode: 0o600 });
});
afterEach(() => rm(folder, { recursive: true }));

it.each([bytes.toString('hex'), bytes.toString('base64'), bytes.toString('base64url')])('%s', (text) => {
  expect(readConfig({ MASTER_KEY: text }).masterKeys.current?.id).toBe(id);
});

it.each([0o400, 0o600, 0o440, 0o640])('is read from a file of mode %o', async (mode) => {
  await chmod(file, mode);
  expect(readConfig({ MASTER_KEY_FILE: file }).masterKeys.current?.id).toBe(id);
});

it.each([0o444, 0o604, 0o660, 0o777])('is not read from a file of mode %o', async (mode) => {
  await chmod(file, mode);
  const sentence = `MASTER_KEY_FILE ${file} is accessible to other users (mode ${mode.toString(8)}); run: `;
  expect(() => readConfig({ MASTER_KEY_FILE: file })).toThrow(sentence);
});

it.each([
  // settings                                                                    says
  [{ MASTER_KEY: 'hunter2' }, 'MASTER_KEY must be 32 random bytes in base64 or hex'],
  [{ MASTER_KEY: other.slice(2) }, 'MASTER_KEY must be 32 random bytes in base64 or hex'],
  [{ MASTER_KEY_FILE: '/no/such/file' }, 'MASTER_KEY_FILE /no/such/file cannot be read (ENOENT)'],
  [{ MASTER_KEY_NEXT: other }, 'MASTER_KEY must also be set'],
  [{ MASTER_KEY: other, MASTER_KEY_NEXT: other }, 'MASTER_KEY_NEXT must differ from MASTER_KEY'],
])('%o is refused', (settings, sentence) => {
  expect(() => readConfig(settings)).toThrow(sentence);
});

it('a file and a variable at once are rejected, and a file without a key, which is not shown', async () => {
  const both = { MASTER_KEY: other, MASTER_KEY_FILE: file };
  expect(() => readConfig(both)).toThrow('MASTER_KEY and MASTER_KEY_FILE must not both be set');
  await writeFile(file, 'hunter2');
  const message = String(await Promise.try(() => readConfig({ MASTER_KEY_FILE: file })).catch(String));
  expect(message).toMatch(/MASTER_KEY_FILE \S+ contains no key: it must be 32 random bytes/);
  expect(message).not.toContain('hunter2');
});
