import { parse } from 'node:querystring';
import type { Tx } from '../db/database.ts';
import { type Effect, listEffects, watchEffects } from '../db/effects.ts';
import { parseBody } from './body.ts';
import { executeInTransaction, noteDeclared, scopeOf } from './execute-in-transaction.ts';
import type { CompiledOperation, Executor, OperationRequest, Route } from './executor.ts';
import { longContext } from './long-context.ts';
import type { Actor, Input } from './operation.ts';
import { type OperationResponse, responseText } from './operation-response.ts';
import { readPrecondition } from './precondition.ts';
import { prepareInput, readInput } from './read-input.ts';

/** A request that was approved, and how its approval takes part in its transaction. */
export interface ApprovedRun {
  operationId: string;
  /** As it was sent. */
  url: string;
  baseUrl: string;
  body: string | null;
  ifMatch: string | null;
  /** The one who sent it, with its present rights, and the approval. */
  actor: Actor;
  requestId: string;
  /** Runs first in the transaction. For an operation that opens its own (`isLong`), in one before. */
  begin(tx: Tx, run: { isLong: boolean }): Promise<void>;
  /** Runs last in the transaction, and may throw to undo everything; or in one after. */
  end(tx: Tx, done: { effects: readonly Effect[]; response: OperationResponse }): Promise<void>;
}

/** Executes an approved request as if the one who sent it had sent it now. */
export type RunApproved = (approved: ApprovedRun) => Promise<OperationResponse>;

/** Whether the operation opens its own transactions, so that its approval cannot commit with its effects. */
export function isLongRun({ operation }: CompiledOperation): boolean {
  return operation.handle === undefined;
}

export function approvedRunner(executor: Executor): RunApproved {
  return async (approved) => {
    const route = executor.routes.get(approved.operationId);
    if (!route) throw new Error(`there is no operation ${approved.operationId}`);
    const request = readApproved(route, approved);
    const { compiled } = route;
    await prepareInput(compiled, request);
    const input = readInput(executor, compiled, request);
    if (isLongRun(compiled)) return runLong(executor, compiled, { approved, request, input });
    const { operation } = compiled;
    const { actor } = approved;
    const { deployment, database } = executor;
    const prepared = await operation.prepare?.({ org: actor.org, deployment, database, actor }, input);
    return executeInTransaction(executor, compiled, { request, input, prepared, approved });
  };
}

interface LongRun {
  approved: ApprovedRun;
  request: OperationRequest;
  input: Input<never, never, never>;
}

async function runLong(
  executor: Executor,
  { operation, writers }: CompiledOperation,
  { approved, request, input }: LongRun,
): Promise<OperationResponse> {
  const scope = scopeOf(operation, request);
  await executor.database.transaction(scope, (tx) => approved.begin(tx, { isLong: true }));
  // step: an approval is taken
  const result = await operation.handleLong?.(
    longContext(executor, { operation, request, runApproved: approvedRunner(executor) }),
    input,
  );
  // step: an approved request is executed
  const response = await responseText(writers, operation, result);
  await executor.database.transaction(scope, (tx) => {
    watchEffects(tx);
    noteDeclared(tx, operation, request);
    return approved.end(tx, { effects: listEffects(tx), response });
  });
  return response;
}

function readApproved(
  { compiled, shown }: Route,
  { url, baseUrl, body, ifMatch, actor, requestId }: ApprovedRun,
): OperationRequest {
  const { operation } = compiled;
  const [path = '', search = ''] = url.split('?', 2);
  const params = readParams(operation.route, path);
  const rawBody = Buffer.from(body ?? '');
  return {
    ...{ actor, requestId, baseUrl, path, url, params, rawBody, ifMatch },
    ...{ address: '', userAgent: '', idempotencyKey: undefined },
    query: { ...parse(search) },
    body: parseBody(rawBody, compiled),
    precondition: readPrecondition(ifMatch ?? undefined, { operation, shown, path, params }),
    isAbandoned: () => false,
  };
}

/** The parameters in a path, which may begin with the base of an environment. */
function readParams(route: string, path: string): Record<string, string> {
  const names = route.split('/').slice(1);
  const parts = path.split('/').slice(-names.length);
  const pairs = names.map((name, i) => [name.slice(1, -1), decodeURIComponent(parts[i] ?? '')] as const);
  return Object.fromEntries(pairs.filter((_, i) => names[i]?.startsWith('{')));
}
