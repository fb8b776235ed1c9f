import { createHash } from 'node:crypto';
import { AwsClient } from 'aws4fetch';
import { attachment } from './attachment.ts';
import { isStorageKey, requireKey, StorageFault } from './storage.ts';

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
export const EMPTY = createHash('sha256').digest('hex');
export const REPLY_MS = 20_000;
const DIRECT_SECONDS = 60;
/** A second try often overcomes a transient fault. */
const TRIES = 2;

interface Requested {
  body?: Blob | Uint8Array<ArrayBuffer>;
  sha256?: string;
  ms?: number;
}

export interface ListedObject {
  key: string;
  sizeBytes: number;
  modifiedAt: Date;
}

/** Requests to a bucket. Its name in error messages is the setting that names it. */
export function openBucket(settings: S3Settings, setting: string) {
  const { endpoint, bucket, region, accessKeyId, secretAccessKey } = settings;
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3' });
  const base = `${endpoint.replace(/\/$/, '')}/${bucket}`;
  const addressOf = (key: string) => `${base}/${requireKey(key)}`;
  const send = async (method: string, url: string, { body, sha256 = EMPTY, ms = REPLY_MS }: Requested) => {
    const request = await client.sign(url, {
      method,
      headers: { 'x-amz-content-sha256': sha256 },
      ...(body && { body }),
    });
    return replyWithin(ms, (signal) => fetch(request, { signal, redirect: 'error' }));
  };
  const sendTwice = async (method: string, url: string, requested: Requested): Promise<Response> => {
    for (let attempt = 1; ; attempt++)
      try {
        const response = await send(method, url, requested);
        if (attempt === TRIES || (response.status < 500 && response.status !== 429)) return response;
        await response.body?.cancel();
      } catch (error) {
        if (error instanceof RangeError) throw error;
        if (attempt === TRIES) throw away(error);
      }
  };
  const away = (error: unknown) => {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    const said = cause instanceof Error ? cause.message : String(cause);
    const message = `cannot reach the storage of ${setting}: ${said}`;
    return new StorageFault(message, { cause: error, isAway: true });
  };
  const fault = async (wanted: string, response: Response) => {
    const code = await readCode(response);
    const message = `the storage of ${setting} refused to ${wanted}: ${response.status} ${code}`.trim();
    return new StorageFault(message, { isAway: response.status >= 500 || response.status === 429 });
  };
  return {
    request: (method: 'PUT' | 'GET' | 'DELETE', key: string, requested: Requested = {}) =>
      sendTwice(method, addressOf(key), requested),
    fault,
    /** Objects whose keys begin with the prefix, in the order of the keys. */
    async *list(prefix: string): AsyncIterable<ListedObject> {
      for (let token: string | null = ''; token !== null; ) {
        const query = new URLSearchParams({ 'list-type': '2', prefix });
        if (token) query.set('continuation-token', token);
        const response = await sendTwice('GET', `${base}/?${query}`, {});
        if (!response.ok) throw await fault('list files', response);
        const page = readPage(await response.text());
        yield* page.objects;
        token = page.next;
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

/** Our keys have no character that XML would escape; objects of others are left out. */
function readPage(xml: string): { objects: ListedObject[]; next: string | null } {
  const tag = (name: string, text: string) => new RegExp(`<${name}>([^<]*)</${name}>`).exec(text)?.[1];
  const objects = [...xml.matchAll(/<Contents>(.*?)<\/Contents>/gs)].flatMap(([, text = '']) => {
    const key = tag('Key', text) ?? '';
    if (!isStorageKey(key)) return [];
    const modifiedAt = new Date(tag('LastModified', text) ?? '');
    return [{ key, sizeBytes: Number(tag('Size', text)), modifiedAt }];
  });
  const isTruncated = tag('IsTruncated', xml) === 'true';
  return { objects, next: isTruncated ? (tag('NextContinuationToken', xml) ?? null) : null };
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

/** The error code in the XML of the response, such as `SignatureDoesNotMatch`. */
async function readCode(response: Response): Promise<string> {
  const text = await response.text().catch(() => '');
  return /<Code>(\w{1,100})<\/Code>/.exec(text.slice(0, 10_000))?.[1] ?? '';
}
