import { readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { packTar } from 'modern-tar';
import { describe, expect, it } from 'vitest';
import { makeThrowAwayFolder } from '#test/throw-away-folder.ts';
import { unpack } from './unpack-base.ts';

async function unpacked(
  entries: Parameters<typeof packTar>[0],
): Promise<{ folder: string; failure: string }> {
  const folder = await makeThrowAwayFolder('main');
  const failure = await unpack(Readable.from([await packTar(entries)]), folder).then(() => '', String);
  return { folder, failure };
}

const file = (name: string, body: string) => ({ header: { name, size: body.length, mode: 0o644 }, body });

describe('an archive of a cluster', () => {
  it('is unpacked with its empty folders and files, closed to others', async () => {
    const { folder, failure } = await unpacked([
      { header: { name: 'pg/', size: 0, type: 'directory', mode: 0o755 } },
      { header: { name: 'pg/pg_wal/', size: 0, type: 'directory' } },
      ...[file('pg/empty', ''), file('pg/base/1/1259', 'rows'.repeat(5000)), file('credentials.json', '{}')],
    ]);
    expect(failure).toBe('');
    expect((await readdir(folder, { recursive: true })).sort()).toEqual([
      'credentials.json',
      'pg',
      'pg/base',
      'pg/base/1',
      'pg/base/1/1259',
      'pg/empty',
      'pg/pg_wal',
    ]);
    expect(await readFile(join(folder, 'pg/base/1/1259'), 'utf8')).toBe('rows'.repeat(5000));
    for (const name of ['pg', 'pg/base/1/1259', 'credentials.json'])
      expect((await stat(join(folder, name))).mode & 0o077).toBe(0);
    await rm(folder, { recursive: true });
  });

  it.each(['../out', 'pg/../../out', '/out', 'pg/./a', 'pg//a'])('never writes to %s', async (name) => {
    const { folder, failure } = await unpacked([file(name, 'x')]);
    expect(failure).toContain('The backup names a file');
    expect(await readdir(folder)).toEqual([]);
    await rm(folder, { recursive: true });
  });
});
