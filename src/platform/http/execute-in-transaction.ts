import { readClock } from '../db/clock.ts';
import type { Tx, TxScope } from '../db/database.ts';
import { listEffects, noteEffect, watchEffects } from '../db/effects.ts';
import { nameActor, type TxActor } from '../db/tx-actor.ts';
import { NeedsApproval } from './approval-gate.ts';
import type { CompiledOperation, Executor, OperationRequest } from './executor.ts';
import { onlyOnce, readIdempotency } from './only-once.ts';
import type { Context, Input, Operation } from './operation.ts';
import { type OperationResponse, responseText } from './operation-response.ts';
import { onlyIfUnchanged } from './precondition.ts';
import type { ApprovedRun } from './run-approved.ts';

/** A validated request. */
export interface Requested {
  request: OperationRequest;
  input: Input<never, never, never>;
  /** What the operation prepared before the transaction. */
  prepared: unknown;
  /** The approval under which it is executed. */
  approved?: ApprovedRun;
}

/** Runs the handler in the request's one transaction. */
export function executeInTransaction(
  executor: Executor,
  compiled: CompiledOperation,
  requested: Requested,
): Promise<OperationResponse> {
  const { operation } = compiled;
  const { request, approved } = requested;
  const { portal } = request.actor;
  const access = isWrite(operation) ? 'write' : 'read';
  const isGuarded = access === 'write' && !portal;
  return executor.database.transaction(scopeOf(operation, request), async (tx) => {
    if (isGuarded) watchEffects(tx);
    await approved?.begin(tx, { isLong: false });
    const handle = async () => {
      const context = await contextOf(executor, tx, request);
      const response = await respond(executor, compiled, { ...requested, context });
      if (isGuarded) await pass(executor, compiled, { ...requested, context, response });
      return response;
    };
    const isOnce = access === 'write' && !approved;
    const idempotent = isOnce ? readIdempotency(operation, request) : null;
    return idempotent ? onlyOnce(tx, idempotent, handle) : handle();
  });
}

async function respond(
  executor: Executor,
  { operation, ...compiled }: CompiledOperation,
  { request, input, prepared, context }: Requested & { context: Context },
): Promise<OperationResponse> {
  const writers = request.actor.portal ? compiled.portalWriters : compiled.writers;
  const run = () => runHandler(operation, context, { input, prepared });
  const { precondition } = request;
  const result = precondition ? await onlyIfUnchanged(executor, { precondition, context }, run) : await run();
  return responseText(writers, operation, result);
}

type Done = Requested & { context: Context; response: OperationResponse };

/** Throws `NeedsApproval`, which undoes everything, if the effects have to wait for a second person. */
async function pass(
  { gate }: Executor,
  { operation }: CompiledOperation,
  { request, context, response, approved }: Done,
): Promise<void> {
  const { tx } = context;
  noteDeclared(tx, operation, request);
  const effects = listEffects(tx);
  if (approved) return approved.end(tx, { effects, response });
  const isExempt = operation.reportsFacts && !request.actor.user;
  if (effects.length === 0 || isExempt || !gate) return;
  if (await gate.needsApproval(context, effects)) throw new NeedsApproval(effects);
}

/** Whether the operation says itself what a second person may have to approve. */
export function isDeclared({ deletes, givesAccess }: Operation): boolean {
  return deletes !== undefined || givesAccess !== undefined;
}

/** Notes what the operation is declared to do, whatever its handler notes. */
export function noteDeclared(
  tx: Tx,
  { deletes, givesAccess }: Operation,
  { params }: Pick<OperationRequest, 'params'>,
): void {
  const [id] = Object.values(params);
  const about = (type: string) => ({
    subject: { type, id: String(id ?? type) },
    ...{ accountId: null, money: null },
  });
  if (deletes !== undefined) noteEffect(tx, { kind: 'DELETION', action: 'DELETE', ...about(deletes) });
  if (givesAccess !== undefined)
    noteEffect(tx, { kind: 'ACCESS', action: 'CHANGE_LOGIN', ...about(givesAccess) });
}

export function isWrite({ method, isRead }: Operation): boolean {
  return method !== 'GET' && !isRead;
}

/** The rows that a request may access, and the author of its changes. */
export function scopeOf(operation: Operation, request: OperationRequest): TxScope {
  const { org, portal, user } = request.actor;
  const access = isWrite(operation) ? 'write' : 'read';
  return {
    ...{ orgId: org.orgId, access },
    ...(portal && { portal }),
    // A person sees its own rows in every organization, besides those of the current one; unless only the
    // identity provider of the current one vouches for it.
    ...(user?.isOwnLogin && { userId: user.id }),
    ...(access === 'write' && { actor: auditedActor(operation, request) }),
  };
}

/** The actor that the audit log records for the changes of a request. */
function auditedActor(operation: Operation, { actor, requestId, address }: OperationRequest): TxActor {
  return { ...nameActor(actor), requestId, operationId: operation.id, ...(address && { address }) };
}

export async function contextOf(
  { deployment }: Executor,
  tx: Tx,
  { actor, requestId, baseUrl }: OperationRequest,
): Promise<Context> {
  const now = await readClock(tx, actor.org);
  return { tx, org: actor.org, actor, requestId, baseUrl, now, deployment };
}

function runHandler(
  operation: Operation,
  context: Context,
  { input, prepared }: Pick<Requested, 'input' | 'prepared'>,
): Promise<unknown> {
  if (!operation.handle) throw new Error(`operation ${operation.id} has no handler`);
  return operation.handle(context, input, prepared);
}
