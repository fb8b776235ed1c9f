import { readClock } from '../db/clock.ts';
import { sqlState, type Tx } from '../db/database.ts';
import {
  hashBody,
  type IdempotentRequest,
  inSavepoint,
  type StoredResponse,
  storeResponse,
  takeIdempotencyKey,
} from '../db/idempotency.ts';
import { nameActor, type TxActor } from '../db/tx-actor.ts';
import { invalidRequest, Problem } from '../problem.ts';
import type { CompiledOperation, Executor, OperationRequest } from './executor.ts';
import type { Context, Input, LongContext, Operation } from './operation.ts';
import {
  CommittedErrorResponse,
  type OperationResponse,
  problemOf,
  responseText,
} from './operation-response.ts';
import { checkPortalRequest, outsidePortal } from './portal-access.ts';
import { onlyIfUnchanged } from './precondition.ts';
import { prepareInput, readInput } from './read-input.ts';

const IDEMPOTENCY_KEY = /^[\x21-\x7e]{1,255}$/;

/**
 * Validates the request, runs the handler in the request's one transaction, and returns the response text.
 */
export async function execute(
  executor: Executor,
  compiled: CompiledOperation,
  request: OperationRequest,
): Promise<OperationResponse> {
  const prepares = prepareInput(compiled, request);
  if (prepares) await prepares;
  const input = readInput(executor, compiled, request);
  const { operation } = compiled;
  const { portal } = request.actor;
  if (portal) checkPortalRequest(portal, operation, request);
  const isOwn = operation.handle !== undefined && request.idempotencyKey !== undefined;
  if (operation.handleLong && !isOwn) {
    const result = await operation.handleLong(longContext(executor, operation, request), input);
    return responseText(compiled.writers, operation, result);
  }
  const { deployment } = executor;
  const { actor } = request;
  const prepared = await operation.prepare?.({ org: actor.org, deployment, actor }, input);
  try {
    return await executeInTransaction(executor, compiled, { request, input, prepared });
  } catch (error) {
    // Row-level security rejects rows that a portal token may not access.
    throw portal && sqlState(error) === '42501' ? outsidePortal() : error;
  }
}

interface Requested {
  request: OperationRequest;
  input: Input<never, never, never>;
  /** What the operation prepared before the transaction. */
  prepared: unknown;
}

function longContext(
  { database, scheduledWork, deployment }: Executor,
  operation: Operation,
  request: OperationRequest,
): LongContext {
  const { actor, requestId, baseUrl, rawBody, isAbandoned, address, userAgent } = request;
  const bodyBytes = rawBody.length;
  return {
    database,
    scheduledWork,
    deployment,
    org: actor.org,
    actor,
    requestId,
    operationId: operation.id,
    baseUrl,
    ...{ address, userAgent },
    bodyBytes,
    isAbandoned,
  };
}

function executeInTransaction(
  executor: Executor,
  compiled: CompiledOperation,
  { request, input, prepared }: Requested,
): Promise<OperationResponse> {
  const { operation } = compiled;
  const { org, portal } = request.actor;
  const writers = portal ? compiled.portalWriters : compiled.writers;
  const access = operation.method === 'GET' || operation.isRead ? 'read' : 'write';
  const actor = access === 'write' && { actor: auditedActor(operation, request) };
  const scope = {
    orgId: org.orgId,
    access,
    ...(portal && { portal }),
    ...userScope(request.actor),
    ...actor,
  } as const;
  return executor.database.transaction(scope, (tx) => {
    const handle = async () => {
      const made = await context(executor, tx, request);
      const run = () => runHandler(operation, made, { input, prepared });
      const { precondition } = request;
      const result = precondition
        ? await onlyIfUnchanged(executor, { precondition, context: made }, run)
        : await run();
      return responseText(writers, operation, result);
    };
    const idempotent = access === 'write' ? readIdempotency(operation, request) : null;
    return idempotent ? onlyOnce(tx, idempotent, handle) : handle();
  });
}

/**
 * A person sees its own rows in every organization, besides those of the current one; unless only the
 * identity provider of the current one vouches for it.
 */
function userScope({ user }: OperationRequest['actor']): { userId?: string } {
  return user?.isOwnLogin ? { userId: user.id } : {};
}

/** The actor that the audit log records for the changes of a request. */
function auditedActor(operation: Operation, { actor, requestId, address }: OperationRequest): TxActor {
  return { ...nameActor(actor), requestId, operationId: operation.id, address };
}

async function context(executor: Executor, tx: Tx, request: OperationRequest): Promise<Context> {
  const { actor, requestId, baseUrl } = request;
  const now = await readClock(tx, actor.org);
  return { tx, org: actor.org, actor, requestId, baseUrl, now, deployment: executor.deployment };
}

function runHandler(
  operation: Operation,
  context: Context,
  { input, prepared }: Pick<Requested, 'input' | 'prepared'>,
): Promise<unknown> {
  if (!operation.handle) throw new Error(`operation ${operation.id} has no handler`);
  return operation.handle(context, input, prepared);
}

function readIdempotency(operation: Operation, request: OperationRequest): IdempotentRequest | null {
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

async function onlyOnce(
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

function storedForm({ status, code, message, headers }: Problem) {
  return { status, body: `${code}\n${message}`, headers: Object.keys(headers).length > 0 ? headers : null };
}

class ReplayedProblem extends Problem {
  constructor(status: Problem['status'], { body, headers }: StoredResponse) {
    const [code = '', ...message] = body.split('\n');
    const replayed = { ...headers, 'idempotency-replayed': 'true' };
    super(code, status, { message: message.join('\n'), headers: replayed });
  }
}
