import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { BUCKET, type Bucket, startBucket } from '#test/s3-look-alike.ts';
import type { S3Settings } from './s3-bucket.ts';
import { s3Storage } from './s3-storage.ts';
import { type FileStorage, StorageFault } from './storage.ts';

let bucket: Bucket;
let storage: FileStorage;
const KEY = 'org/1/invoice_pdf/file.a';

beforeAll(async () => {
  bucket = await startBucket();
  storage = s3Storage(settings());
});
beforeEach(() => {
  bucket.mood = 'WELL';
  bucket.objects.clear();
  bucket.requests.length = 0;
});
afterAll(() => bucket.stop());

function settings(changed: Partial<S3Settings> = {}): S3Settings {
  return {
    ...{ endpoint: bucket.endpoint, bucket: BUCKET.name, region: BUCKET.region, isDirect: false },
    ...{ accessKeyId: BUCKET.id, secretAccessKey: BUCKET.secret },
    ...changed,
  };
}

async function read(key: string): Promise<string | null> {
  const file = await storage.open(key);
  return file && String(Buffer.concat(await file.stream.toArray()));
}

describe('storage in a bucket', () => {
  it('gives back what was put, also when it is put again', async () => {
    await storage.put(KEY, Buffer.from('one'));
    await storage.put(KEY, Buffer.from('two'));
    expect(await read(KEY)).toBe('two');
    const opened = await storage.open(KEY);
    expect(opened?.sizeBytes).toBe(3);
    opened?.stream.destroy();
    expect([...bucket.objects.keys()]).toEqual([KEY]);
  });

  it('sends a file of this machine with its length, and what it is named by', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'tallymark-test-'));
    const bytes = Buffer.alloc(3_000_000, 'abc');
    await writeFile(join(folder, 'file'), bytes);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    await storage.putFile(KEY, { path: join(folder, 'file'), sha256 });
    expect(bucket.objects.get(KEY)?.equals(bytes)).toBe(true);
    const other = storage.putFile('org/1/report/b', { path: join(folder, 'file'), sha256: 'f'.repeat(64) });
    await expect(other).rejects.toThrow('refused to store a file: 400 XAmzContentSHA256Mismatch');
    expect([...bucket.objects.keys()]).toEqual([KEY]);
    await rm(folder, { recursive: true });
  });

  it('holds nothing under a key that was never put', async () => {
    expect(await storage.open('never/there')).toBeNull();
    await storage.remove('never/there');
  });

  it.each(['remove', 'discard'] as const)('%ss a file', async (way) => {
    await storage.put(KEY, Buffer.from('one'));
    for (const _ of [1, 2]) await storage[way](KEY);
    expect(await read(KEY)).toBeNull();
  });

  it('leaves nothing behind when it is asked whether it works', async () => {
    await storage.check();
    expect(bucket.requests).toEqual(['PUT /papers/tallymark-check', 'DELETE /papers/tallymark-check']);
    expect(bucket.objects.size).toBe(0);
  });

  it.each(['../x', 'a/../b', '/etc/passwd', 'a//b', 'a/', '', 'a?b', 'a#b', 'a%2fb', 'A'])(
    'refuses the key %j',
    async (key) => {
      await expect(storage.put(key, Buffer.from('x'))).rejects.toThrow(RangeError);
      await expect(storage.open(key)).rejects.toThrow(RangeError);
      expect(bucket.requests).toEqual([]);
    },
  );
});

describe('a bucket that does not do what it is requested', () => {
  const fault = (of: FileStorage) =>
    of.put(KEY, Buffer.from('x')).then(
      () => null,
      (error) => error,
    );

  it.each([
    ['another secret', { secretAccessKey: 'wrong' }, '403 SignatureDoesNotMatch'],
    ['another key', { accessKeyId: 'NOBODY' }, '403 InvalidAccessKeyId'],
    ['another region', { region: 'us-east-1' }, '403 AuthorizationHeaderMalformed'],
    ['another bucket', { bucket: 'other' }, '404 NoSuchBucket'],
  ])('says why with %s', async (_, changed, said) => {
    const found = await fault(s3Storage(settings(changed)));
    expect(found).toBeInstanceOf(StorageFault);
    expect(found).toMatchObject({ isAway: false, message: expect.stringContaining(said) });
    expect(bucket.objects.size).toBe(0);
  });

  it('is no file that is missing', async () => {
    const other = s3Storage(settings({ bucket: 'other' }));
    await expect(other.open(KEY)).rejects.toThrow(StorageFault);
  });

  it.each(['AWAY', 'CUT'] as const)('is away when it is %s', async (mood) => {
    bucket.mood = mood;
    expect(await fault(storage)).toMatchObject({ name: 'StorageFault', isAway: true });
    bucket.mood = 'WELL';
    expect(await fault(storage)).toBeNull();
  });

  it('is away where nobody listens', async () => {
    const nobody = s3Storage(settings({ endpoint: 'http://127.0.0.1:1' }));
    expect(await fault(nobody)).toMatchObject({ isAway: true });
  });
});

describe('an address of the bucket itself', () => {
  const link = (key: string) => s3Storage(settings({ isDirect: true })).link?.(key, FILE) ?? '';
  const FILE = { name: 'a "b"\r\n.pdf', contentType: 'application/pdf' };

  it('gives the file under its name, to be saved', async () => {
    await storage.put(KEY, Buffer.from('one'));
    const response = await fetch(await link(KEY));
    expect([response.status, await response.text()]).toEqual([200, 'one']);
    expect(response.headers.get('content-disposition')).toBe('attachment; filename="a__b___.pdf"');
    expect(response.headers.get('content-type')).toBe('application/pdf');
  });

  it('lasts a minute, and is for one file', async () => {
    const url = new URL(await link(KEY));
    expect(url.searchParams.get('X-Amz-Expires')).toBe('60');
    for (const [name, value] of [
      ['X-Amz-Expires', '600'],
      ['X-Amz-Date', '20200101T000000Z'],
      ['response-content-type', 'text/html'],
    ] as const) {
      const changed = new URL(url);
      changed.searchParams.set(name, value);
      expect((await fetch(changed)).status).toBe(403);
    }
    const other = new URL(url);
    other.pathname = url.pathname.replace(/.$/, 'b');
    expect((await fetch(other)).status).toBe(403);
  });

  it('is not there where the service serves files itself', () => {
    expect(storage.link).toBeUndefined();
  });
});
