import type { NeedsApproval } from './approval-gate.ts';
import { contextOf, scopeOf } from './execute-in-transaction.ts';
import type { CompiledOperation, Executor, OperationRequest } from './executor.ts';
import { onlyOnce, readIdempotency } from './only-once.ts';
import { CommittedErrorResponse, type OperationResponse } from './operation-response.ts';

/**
 * Stores a request that has to wait for approval, in a transaction after the one that was rolled back, and
 * under the request's Idempotency-Key: a repetition gets the same response, and later that of the execution.
 */
export function holdRequest(
  executor: Executor,
  { operation }: CompiledOperation,
  { request, cause }: { request: OperationRequest; cause: NeedsApproval },
): Promise<OperationResponse> {
  const { gate } = executor;
  if (!gate) throw cause;
  // step: a request that needs approval was rolled back
  return executor.database.transaction(scopeOf(operation, request), async (tx) => {
    const context = await contextOf(executor, tx, request);
    const idempotent = readIdempotency(operation, request);
    const { url, baseUrl, rawBody, ifMatch } = request;
    const held = {
      ...{ operation, url, baseUrl, ifMatch, effects: cause.effects },
      body: rawBody.length > 0 ? rawBody.toString('utf8') : null,
      idempotency: idempotent && { key: idempotent.key, bodyHash: idempotent.bodyHash },
    };
    const hold = async () => new CommittedErrorResponse(await gate.hold(context, held));
    return idempotent ? onlyOnce(tx, idempotent, hold) : hold();
  });
}
