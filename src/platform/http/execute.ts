import { sqlState } from '../db/database.ts';
import { listEffects, watchEffects } from '../db/effects.ts';
import { NeedsApproval } from './approval-gate.ts';
import {
  contextOf,
  executeInTransaction,
  isDeclared,
  noteDeclared,
  scopeOf,
} from './execute-in-transaction.ts';
import type { CompiledOperation, Executor, OperationRequest } from './executor.ts';
import { holdRequest } from './hold-request.ts';
import { longContext } from './long-context.ts';
import type { Input } from './operation.ts';
import { type OperationResponse, responseText } from './operation-response.ts';
import { checkPortalRequest, outsidePortal } from './portal-access.ts';
import { prepareInput, readInput } from './read-input.ts';
import { approvedRunner } from './run-approved.ts';

/**
 * Validates the request, runs the handler in the request's one transaction, and returns the response text. A
 * request that has to wait for approval is stored instead.
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
  try {
    const isOwn = operation.handle !== undefined && request.idempotencyKey !== undefined;
    if (operation.handleLong && !isOwn) return await executeLong(executor, compiled, { request, input });
    const { deployment, database } = executor;
    const { actor } = request;
    const prepared = await operation.prepare?.({ org: actor.org, deployment, database, actor }, input);
    return await executeInTransaction(executor, compiled, { request, input, prepared });
  } catch (error) {
    if (error instanceof NeedsApproval) return holdRequest(executor, compiled, { request, cause: error });
    // Row-level security rejects rows that a portal token may not access.
    throw portal && sqlState(error) === '42501' ? outsidePortal() : error;
  }
}

interface LongRequest {
  request: OperationRequest;
  input: Input<never, never, never>;
}

async function executeLong(
  executor: Executor,
  compiled: CompiledOperation,
  { request, input }: LongRequest,
): Promise<OperationResponse> {
  const { operation, writers } = compiled;
  if (isDeclared(operation)) await passDeclared(executor, compiled, request);
  const result = await operation.handleLong?.(
    longContext(executor, { operation, request, runApproved: approvedRunner(executor) }),
    input,
  );
  return responseText(writers, operation, result);
}

/** Throws `NeedsApproval` before an operation that opens its own transactions has done anything. */
async function passDeclared(
  executor: Executor,
  { operation }: CompiledOperation,
  request: OperationRequest,
): Promise<void> {
  const { gate } = executor;
  if (!gate || request.actor.portal) return;
  await executor.database.transaction(scopeOf(operation, request), async (tx) => {
    watchEffects(tx);
    noteDeclared(tx, operation, request);
    const effects = listEffects(tx);
    if (await gate.needsApproval(await contextOf(executor, tx, request), effects))
      throw new NeedsApproval(effects);
  });
}
