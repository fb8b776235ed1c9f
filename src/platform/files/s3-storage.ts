import { createHash } from 'node:crypto';
import { openAsBlob } from 'node:fs';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { AwsClient } from 'aws4fetch';
import { attachment } from './attachment.ts';
import { type FileStorage, requireKey, StorageFault } from './storage.ts';

/** A bucket of a service with an S3-compatible API. */
export interface S3Settings {
  /** Without the bucket, which is part of the path: all compatible services support that. */
  endpoint: string;
  bucket: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** Redirects callers who follow a link of the service to the bucket, with a URL valid for a minute. */
  isDirect: boolean;
}

/** The content hash is signed into the request: the bucket rejects any other bytes. */
const EMPTY = createHash('sha256').digest('hex');
const REPLY_MS = 20_000;
/** Time limit for a large file on a slow connection. */
const UPLOAD_MS = 120_000;
const DIRECT_SECONDS = 60;
/** A second try often overcomes a transient fault. */
const TRIES = 2;

/** Files in a bucket. Every failure of the bucket is a `StorageFault`. */
export function s3Storage(settings: S3Settings): FileStorage {
  const bucket = openBucket(settings);
  const put = async (key: string, body: Blob | Uint8Array<ArrayBuffer>, sha256: string) => {
    const isLarge = body instanceof Blob;
    const ms = isLarge ? UPLOAD_MS : REPLY_MS;
    const response = await bucket.request('PUT', key, { body, sha256, ms });
    if (!response.ok) throw await storageFault('store a file', response);
    await response.body?.cancel();
  };
  const remove = async (key: string) => {
    const response = await bucket.request('DELETE', key);
    if (!response.ok && response.status !== 404) throw await storageFault('remove a file', response);
    await response.body?.cancel();
  };
  return {
    // A copy, because `fetch` does not accept shared memory.
    put: (key, bytes) => put(key, new Uint8Array(bytes), createHash('sha256').update(bytes).digest('hex')),
    putFile: async (key, { path, sha256 }) => put(key, await openAsBlob(path), sha256),
    async open(key) {
      const response = await bucket.request('GET', key);
      if (!response.ok || !response.body) {
        const fault = await storageFault('read a file', response);
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

interface Requested {
  body?: Blob | Uint8Array<ArrayBuffer>;
  sha256?: string;
  ms?: number;
}

function openBucket({ endpoint, bucket, region, accessKeyId, secretAccessKey }: S3Settings) {
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3' });
  const addressOf = (key: string) => `${endpoint.replace(/\/$/, '')}/${bucket}/${requireKey(key)}`;
  const send = async (method: string, key: string, { body, sha256 = EMPTY, ms = REPLY_MS }: Requested) => {
    const request = await client.sign(addressOf(key), {
      method,
      headers: { 'x-amz-content-sha256': sha256 },
      ...(body && { body }),
    });
    return replyWithin(ms, (signal) => fetch(request, { signal, redirect: 'error' }));
  };
  return {
    async request(
      method: 'PUT' | 'GET' | 'DELETE',
      key: string,
      requested: Requested = {},
    ): Promise<Response> {
      for (let attempt = 1; ; attempt++)
        try {
          const response = await send(method, key, requested);
          if (attempt === TRIES || (response.status < 500 && response.status !== 429)) return response;
          await response.body?.cancel();
        } catch (error) {
          if (error instanceof RangeError) throw error;
          if (attempt === TRIES) throw away(error);
        }
    },
    async link(key: string, { name, contentType }: { name: string; contentType: string }) {
      const url = new URL(addressOf(key));
      url.searchParams.set('X-Amz-Expires', String(DIRECT_SECONDS));
      url.searchParams.set('response-content-disposition', attachment(name));
      url.searchParams.set('response-content-type', contentType);
      return (await client.sign(url, { method: 'GET', aws: { signQuery: true } })).url;
    },
  };
}

/** Limits the time to the start of the response: a large file may take longer, as long as data flows. */
async function replyWithin(ms: number, send: (signal: AbortSignal) => Promise<Response>): Promise<Response> {
  const patience = new AbortController();
  const timer = setTimeout(() => patience.abort(new Error(`no response within ${ms / 1000} s`)), ms);
  try {
    return await send(patience.signal);
  } finally {
    clearTimeout(timer);
  }
}

function away(error: unknown): StorageFault {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const said = cause instanceof Error ? cause.message : String(cause);
  return new StorageFault(`cannot reach the storage of S3_ENDPOINT: ${said}`, {
    cause: error,
    isAway: true,
  });
}

async function storageFault(wanted: string, response: Response): Promise<StorageFault> {
  const code = await readCode(response);
  const message = `the storage of S3_ENDPOINT refused to ${wanted}: ${response.status} ${code}`.trim();
  return new StorageFault(message, { isAway: response.status >= 500 || response.status === 429 });
}

/** The error code in the XML of the response, such as `SignatureDoesNotMatch`. */
async function readCode(response: Response): Promise<string> {
  const text = await response.text().catch(() => '');
  return /<Code>(\w{1,100})<\/Code>/.exec(text.slice(0, 10_000))?.[1] ?? '';
}
