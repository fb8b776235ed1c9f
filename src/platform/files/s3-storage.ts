import { createHash } from 'node:crypto';
import { openAsBlob } from 'node:fs';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { EMPTY, type ListedObject, openBucket, REPLY_MS, type S3Settings } from './s3-bucket.ts';
import type { FileStorage } from './storage.ts';

/** Time limit for a large file on a slow connection. */
const UPLOAD_MS = 120_000;
const LARGE_BYTES = 1_000_000;

/** Files in a bucket, which error messages name by its setting. Every failure of it is a `StorageFault`. */
export function s3Storage(settings: S3Settings, setting = 'S3_ENDPOINT'): FileStorage {
  const bucket = openBucket(settings, setting);
  const put = async (key: string, body: Blob | Uint8Array<ArrayBuffer>, sha256: string) => {
    const size = body instanceof Blob ? body.size : body.length;
    const ms = size > LARGE_BYTES ? UPLOAD_MS : REPLY_MS;
    const response = await bucket.request('PUT', key, { body, sha256, ms });
    if (!response.ok) throw await bucket.fault('store a file', response);
    await response.body?.cancel();
  };
  const remove = async (key: string) => {
    const response = await bucket.request('DELETE', key);
    if (!response.ok && response.status !== 404) throw await bucket.fault('remove a file', response);
    await response.body?.cancel();
  };
  return {
    // A copy, because `fetch` does not accept shared memory.
    put: (key, bytes) => put(key, new Uint8Array(bytes), createHash('sha256').update(bytes).digest('hex')),
    putFile: async (key, { path, sha256 }) => put(key, await openAsBlob(path), sha256),
    async open(key) {
      const response = await bucket.request('GET', key);
      if (!response.ok || !response.body) {
        const fault = await bucket.fault('read a file', response);
        // A missing file and a missing bucket are different errors.
        if (response.status === 404 && !fault.message.endsWith('NoSuchBucket')) return null;
        throw fault;
      }
      const sizeBytes = Number(response.headers.get('content-length') ?? Number.NaN);
      const stream = Readable.fromWeb(response.body as ReadableStream);
      // The reader gets the error; after the reader has gone, a fault must not end the process.
      stream.on('error', () => undefined);
      return { stream, sizeBytes };
    },
    remove,
    // A bucket has whole objects or none.
    discard: remove,
    async check() {
      const key = 'tallymark-check';
      await put(key, new Uint8Array(), EMPTY);
      await remove(key);
    },
    ...(settings.isDirect && { link: bucket.link }),
  };
}

/** The objects of a bucket whose keys begin with the prefix. */
export function listBucket(settings: S3Settings, prefix: string, setting = 'BACKUP_TARGET') {
  return openBucket(settings, setting).list(prefix) satisfies AsyncIterable<ListedObject>;
}
