import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { BUCKET, type Bucket, startBucket } from '#test/s3-look-alike.ts';
import { readObject } from './parts.ts';
import { type BackupTarget, openTarget } from './target.ts';

let folder: string;
let bucket: Bucket;
beforeAll(async () => {
  bucket = await startBucket();
});
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tallymark-test-'));
  bucket.objects.clear();
  bucket.pageSize = 2;
  return () => rm(folder, { recursive: true });
});
afterAll(() => bucket.stop());

function inBucket(prefix: string, secret = BUCKET.secret): BackupTarget {
  const keys = { accessKeyId: BUCKET.id, secretAccessKey: secret };
  const place = { endpoint: bucket.endpoint, bucket: BUCKET.name, region: BUCKET.region, isDirect: false };
  return openTarget({ kind: 'BUCKET', prefix, s3: { ...place, ...keys } });
}

const inFolder = () => openTarget({ kind: 'FOLDER', path: folder });

describe.each([
  ['a folder', inFolder],
  ['a bucket', () => inBucket('')],
  ['a prefix of a bucket', () => inBucket('some/where')],
])('backups in %s', (_, open) => {
  it('come back as they were put, until they are removed', async () => {
    const target = open();
    await target.check();
    await target.put('bases/a/part-1', Buffer.from('one'));
    await target.put('bases/a/part-1', Buffer.from('two'));
    expect(String(await readObject(target, 'bases/a/part-1'))).toBe('two');
    expect(await readObject(target, 'bases/a/part-2')).toBeNull();
    for (const _ of [1, 2]) await target.remove('bases/a/part-1');
    expect(await readObject(target, 'bases/a/part-1')).toBeNull();
  });

  it('are listed by folder, in order, with their sizes, over several pages', async () => {
    const target = open();
    for (const key of ['wal/2/b', 'wal/1/c', 'wal/1/a', 'wal/1/b', 'walnut', 'bases/x'])
      await target.put(key, Buffer.from(key));
    const listed = await Array.fromAsync(target.list('wal/'));
    expect(listed.map(({ key, sizeBytes }) => [key, sizeBytes])).toEqual([
      ['wal/1/a', 7],
      ['wal/1/b', 7],
      ['wal/1/c', 7],
      ['wal/2/b', 7],
    ]);
    expect(listed.every(({ modifiedAt }) => modifiedAt.getTime() > 0)).toBe(true);
    expect(await Array.fromAsync(target.list('nothing/'))).toEqual([]);
  });
});

describe('a target that does not work', () => {
  it('a folder that is not there is never created, because its disk may not be mounted', async () => {
    const target = openTarget({ kind: 'FOLDER', path: join(folder, 'disk') });
    await expect(target.check()).rejects.toThrow(/disk is not there\. Mount it, or create the folder/);
    await expect(target.put('a', Buffer.from('x'))).rejects.toThrow('is not there');
  });

  it('what is being written, or is of somebody else, is not listed', async () => {
    await mkdir(join(folder, 'wal'));
    for (const name of ['a.1.2.tmp', '.hidden', 'a b']) await writeFile(join(folder, 'wal', name), '');
    expect(await Array.fromAsync(inFolder().list('wal/'))).toEqual([]);
  });

  it('a bucket says what it refused', async () => {
    const refused = 'the storage of BACKUP_TARGET refused to store a file: 403 SignatureDoesNotMatch';
    await expect(inBucket('', 'wrong').check()).rejects.toThrow(refused);
    await expect(Array.fromAsync(inBucket('', 'wrong').list('wal/'))).rejects.toThrow(
      'refused to list files',
    );
  });
});
