import type { Tx } from '../db/database.ts';
import {
  hashBody,
  type IdempotentRequest,
  inSavepoint,
  type StoredResponse,
  storeResponse,
  takeIdempotencyKey,
} from '../db/idempotency.ts';
import { invalidRequest, Problem } from '../problem.ts';
import type { OperationRequest } from './executor.ts';
import type { Operation } from './operation.ts';
import { CommittedErrorResponse, type OperationResponse, problemOf } from './operation-response.ts';

const IDEMPOTENCY_KEY = /^[\x21-\x7e]{1,255}$/;

/** The request that an Idempotency-Key identifies; null for one that is executed each time. */
export function readIdempotency(operation: Operation, request: OperationRequest): IdempotentRequest | null {
  const key = request.idempotencyKey;
  if (key === undefined || (operation.method !== 'POST' && operation.method !== 'PATCH')) return null;
  if (!IDEMPOTENCY_KEY.test(key))
    throw invalidRequest({ problems: ['Idempotency-Key: must have 1 to 255 visible ASCII characters'] });
  if (operation.returnsSecret) return null;
  const { actor, path, rawBody } = request;
  return {
    orgId: actor.org.orgId,
    subject: actor.credentialId,
    operation: operation.id,
    path,
    key,
    bodyHash: hashBody(rawBody),
  };
}

/** Error responses are stored under the key too, except those that mean "not now" or "not you". */
const NOT_STORED = new Set([401, 403, 409, 429]);

/** Runs a request once under its key; a repetition gets the response of the first. */
export async function onlyOnce(
  tx: Tx,
  request: IdempotentRequest,
  handle: () => Promise<OperationResponse>,
): Promise<OperationResponse> {
  const stored = await takeIdempotencyKey(tx, request);
  if (stored) {
    const { status, body: text, headers } = stored;
    if (status < 400) return { status, text, ...(headers && { headers }), isReplayed: true };
    throw new ReplayedProblem(status as Problem['status'], stored);
  }
  try {
    const response = await inSavepoint(tx, handle);
    // A committed error is stored whatever its status: its effects are committed, so its response must be
    // too.
    const rejected = problemOf(response);
    await storeResponse(
      tx,
      request,
      rejected ? storedForm(rejected) : { ...response, body: String(response.text) },
    );
    return response;
  } catch (error) {
    if (!(error instanceof Problem) || error.status >= 500 || NOT_STORED.has(error.status)) throw error;
    await storeResponse(tx, request, storedForm(error));
    return new CommittedErrorResponse(error);
  }
}

/** A problem as it is stored under an Idempotency-Key. */
export function storedForm({ status, code, message, headers }: Problem): StoredResponse {
  return { status, body: `${code}\n${message}`, headers: Object.keys(headers).length > 0 ? headers : null };
}

class ReplayedProblem extends Problem {
  constructor(status: Problem['status'], { body, headers }: StoredResponse) {
    const [code = '', ...message] = body.split('\n');
    const replayed = { ...headers, 'idempotency-replayed': 'true' };
    super(code, status, { message: message.join('\n'), headers: replayed });
  }
}
