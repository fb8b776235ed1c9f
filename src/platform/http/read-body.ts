import { errorCodes, type FastifyRequest } from 'fastify';
import { parseBody, parseLongBody } from './body.ts';
import { stateOf } from './request-state.ts';

export const DEFAULT_BODY_LIMIT = 1024 * 1024;

/** How bodies outside operations are parsed. */
const PLAIN_BODY = { isExact: false, multiline: new Set<string>() };

type Done = (error: Error | null, body?: unknown) => void;

/**
 * Reads and parses a JSON body. Fails with the framework's error when it exceeds the limit of its operation:
 * at once, if its declared length does. The framework can read bodies too, but copies them once more and
 * handles streams that do not occur here: a twentieth of the cost of a single-event request.
 */
export function readBody(request: FastifyRequest, payload: FastifyRequest['raw'], done: Done): void {
  const limit = stateOf(request).compiled?.operation.bodyLimit ?? DEFAULT_BODY_LIMIT;
  if (Number(request.headers['content-length']) > limit) {
    done(new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE());
    return;
  }
  // Each chunk is a copy of the received bytes, so later reads do not change it.
  const chunks: Buffer[] = [];
  let length = 0;
  const end = (error: Error | null) => {
    payload.off('data', take);
    payload.off('end', parse);
    payload.off('error', fail);
    if (error) done(error);
    else parseWhole(request, chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks), done);
  };
  const take = (chunk: Buffer) => {
    chunks.push(chunk);
    length += chunk.length;
    if (length > limit) end(new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE());
  };
  const parse = () => end(null);
  // The caller's fault: it disconnected before it had sent the whole body.
  const fail = (error: Error) => end(Object.assign(error, { statusCode: 400 }));
  payload.on('data', take);
  payload.on('end', parse);
  payload.on('error', fail);
}

/**
 * Drops the content type of a request without a body: it describes nothing, and clients send one with every
 * POST.
 */
export function forgetTypeOfNothing({ headers }: FastifyRequest): void {
  const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) !== 0;
  if (!hasBody) delete headers['content-type'];
}

/**
 * Rejects a body of a content type other than JSON at its first byte; a chunked body may turn out to be
 * empty.
 */
export function rejectBody(_request: FastifyRequest, payload: FastifyRequest['raw'], done: Done): void {
  const end = (error: Error | null) => {
    payload.off('data', reject);
    payload.off('end', pass);
    payload.off('error', fail);
    done(error, undefined);
  };
  const reject = () => end(new errorCodes.FST_ERR_CTP_INVALID_MEDIA_TYPE());
  const pass = () => end(null);
  const fail = (error: Error) => end(Object.assign(error, { statusCode: 400 }));
  payload.on('data', reject);
  payload.on('end', pass);
  payload.on('error', fail);
}

/** Longer bodies are parsed in turns. */
export const LONG_BODY_BYTES = 1024 * 1024;

function parseWhole(request: FastifyRequest, bytes: Buffer, done: Done): void {
  const state = stateOf(request);
  state.rawBody = bytes;
  const options = state.compiled ?? PLAIN_BODY;
  if (bytes.length > LONG_BODY_BYTES) {
    parseLongBody(bytes, options).then((body) => done(null, body), done);
    return;
  }
  let body: unknown;
  try {
    body = parseBody(bytes, options);
  } catch (error) {
    done(error as Error);
    return;
  }
  done(null, body);
}
