import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The content and the behaviour of a bucket; tests change it as they go. */
export interface Bucket {
  endpoint: string;
  /** By key. */
  objects: Map<string, Buffer>;
  /** `METHOD /path` of every request with a valid signature. */
  requests: string[];
  /** AWAY responds with 503, CUT closes the connection. */
  mood: 'WELL' | 'AWAY' | 'CUT';
  /** Stores other bytes than those received, as a broken disk would. */
  isSpoiling: boolean;
  /** The most objects that a response lists. */
  pageSize: number;
  stop(): Promise<void>;
}

export const BUCKET = { name: 'papers', region: 'eu-test-1', id: 'AKIDTEST', secret: 'secret/of+a=test' };

/** Settings of a service that stores its files there. */
export function settingsFor(bucket: Bucket): Record<string, string> {
  return {
    S3_ENDPOINT: bucket.endpoint,
    S3_BUCKET: BUCKET.name,
    S3_REGION: BUCKET.region,
    S3_ACCESS_KEY_ID: BUCKET.id,
    S3_SECRET_ACCESS_KEY: BUCKET.secret,
  };
}

/**
 * A server with the part of Amazon's S3 protocol that the product uses, as strict as the original: it
 * computes Signature Version 4 itself, from the request as received, and rejects unsigned bytes.
 */
export async function startBucket(): Promise<Bucket> {
  const server = createServer((request, response) => {
    respond(bucket, request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const bucket: Bucket = {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    ...{ objects: new Map(), requests: [], mood: 'WELL', isSpoiling: false, pageSize: 1000 },
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return bucket;
}

async function respond(bucket: Bucket, request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (bucket.mood === 'CUT') {
    request.socket.destroy();
    return;
  }
  const body = await readBody(request);
  if (bucket.mood === 'AWAY') return reject(response, 503, 'SlowDown');
  const url = new URL(request.url ?? '', bucket.endpoint);
  const rejected = findFault(request, url, body);
  if (rejected) return reject(response, ...rejected);
  bucket.requests.push(`${request.method} ${url.pathname}`);
  const key = url.pathname.slice(`/${BUCKET.name}/`.length);
  if (!url.pathname.startsWith(`/${BUCKET.name}/`)) return reject(response, 404, 'NoSuchBucket');
  serve(bucket, { method: request.method ?? '', key, body, url }, response);
}

function serve(
  bucket: Bucket,
  { method, key, body, url }: { method: string; key: string; body: Buffer; url: URL },
  response: ServerResponse,
): void {
  const stored = bucket.objects.get(key);
  switch (method) {
    case 'PUT':
      bucket.objects.set(key, bucket.isSpoiling ? Buffer.concat([body, Buffer.from('!')]) : body);
      response.writeHead(200).end();
      return;
    case 'GET': {
      if (key === '' && url.searchParams.get('list-type') === '2') {
        response
          .writeHead(200, { 'content-type': 'application/xml' })
          .end(listPage(bucket, url.searchParams));
        return;
      }
      if (!stored) {
        reject(response, 404, 'NoSuchKey');
        return;
      }
      const shown = {
        'content-disposition': url.searchParams.get('response-content-disposition') ?? 'inline',
        'content-type': url.searchParams.get('response-content-type') ?? 'binary/octet-stream',
      };
      response.writeHead(200, { ...shown, 'content-length': stored.length }).end(stored);
      return;
    }
    case 'DELETE':
      bucket.objects.delete(key);
      response.writeHead(204).end();
      return;
    default:
      reject(response, 405, 'MethodNotAllowed');
  }
}

/** The token is the key after which the next page begins. */
function listPage({ objects, pageSize }: Bucket, query: URLSearchParams): string {
  const [prefix, after] = [query.get('prefix') ?? '', query.get('continuation-token') ?? ''];
  const keys = [...objects.keys()].filter((key) => key.startsWith(prefix) && key > after).sort();
  const page = keys.slice(0, pageSize);
  const isTruncated = keys.length > page.length;
  const contents = page.map(
    (key) =>
      `<Contents><Key>${key}</Key><LastModified>2030-01-01T00:00:00.000Z</LastModified>` +
      `<Size>${objects.get(key)?.length}</Size></Contents>`,
  );
  const next = isTruncated ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : '';
  const body = `<IsTruncated>${isTruncated}</IsTruncated>${next}${contents.join('')}`;
  return `<?xml version="1.0"?><ListBucketResult>${body}</ListBucketResult>`;
}

function reject(response: ServerResponse, status: number, code: string): void {
  const text = `<?xml version="1.0"?><Error><Code>${code}</Code><Message>no</Message></Error>`;
  response.writeHead(status, { 'content-type': 'application/xml' }).end(text);
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** The error of the request, in S3's words. */
function findFault(request: IncomingMessage, url: URL, body: Buffer): [number, string] | null {
  const signed = readSignature(request, url);
  if (!signed) return [403, 'AccessDenied'];
  const { date, expires } = signed;
  const at = Date.parse(date.replace(/^(....)(..)(..T..)(..)/, '$1-$2-$3:$4:'));
  const age = (Date.now() - at) / 1000;
  if (!(age > -900 && age < (expires ?? 900)))
    return [403, expires ? 'AccessDenied' : 'RequestTimeTooSkewed'];
  const [id, day, region, service, end] = signed.credential.split('/');
  if (id !== BUCKET.id) return [403, 'InvalidAccessKeyId'];
  const isScoped = day === date.slice(0, 8) && region === BUCKET.region && service === 's3';
  if (!isScoped || end !== 'aws4_request') return [403, 'AuthorizationHeaderMalformed'];
  if (signed.signature !== sign(request, url, signed)) return [403, 'SignatureDoesNotMatch'];
  const isOther = signed.payload !== 'UNSIGNED-PAYLOAD' && signed.payload !== sha256(body);
  if (isOther || (request.method === 'PUT' && request.headers['content-length'] === undefined))
    return isOther ? [400, 'XAmzContentSHA256Mismatch'] : [411, 'MissingContentLength'];
  return null;
}

interface Signature {
  credential: string;
  headers: string[];
  signature: string;
  date: string;
  /** SHA-256 of the body, or the marker for an unsigned payload. */
  payload: string;
  /** Seconds, for a presigned URL. */
  expires: number | null;
}

function readSignature({ headers }: IncomingMessage, { searchParams }: URL): Signature | null {
  const query = (name: string) => searchParams.get(`X-Amz-${name}`) ?? '';
  if (query('Signature'))
    return {
      ...{ credential: query('Credential'), headers: query('SignedHeaders').split(';') },
      ...{ signature: query('Signature'), date: query('Date'), payload: 'UNSIGNED-PAYLOAD' },
      expires: Number(query('Expires')),
    };
  const pattern = /^AWS4-HMAC-SHA256 Credential=([^,]+), SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/;
  const [, credential, names, signature] = pattern.exec(headers.authorization ?? '') ?? [];
  if (!credential || !names || !signature) return null;
  const date = String(headers['x-amz-date'] ?? '');
  const payload = String(headers['x-amz-content-sha256'] ?? '');
  return { credential, headers: names.split(';'), signature, date, payload, expires: null };
}

function sign(request: IncomingMessage, url: URL, { credential, headers, date, payload }: Signature): string {
  const query = [...url.searchParams]
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .sort();
  const canonical = [
    request.method,
    url.pathname,
    query.join('&'),
    ...headers.map((name) => `${name}:${String(request.headers[name]).trim()}`),
    '',
    headers.join(';'),
    payload,
  ].join('\n');
  const scope = credential.split('/').slice(1);
  const text = ['AWS4-HMAC-SHA256', date, scope.join('/'), sha256(canonical)].join('\n');
  const key = scope.reduce<string | Buffer>((secret, part) => hmac(secret, part), `AWS4${BUCKET.secret}`);
  return hmac(key, text).toString('hex');
}

function encode(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}

function sha256(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}
