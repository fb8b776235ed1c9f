import type { AnonymousRequest, CompiledOperation, Executor } from './executor.ts';
import { type OperationResponse, responseText } from './operation-response.ts';
import { checkSent } from './read-input.ts';

/** Runs an operation without an authenticated caller; the rate limit of the IP address was applied before. */
export async function executeAnonymous(
  { database, deployment }: Executor,
  compiled: CompiledOperation,
  { request, environment, browser }: AnonymousRequest,
): Promise<OperationResponse> {
  const { operation, writers } = compiled;
  if (!operation.handleAnonymous) throw new Error(`operation ${operation.id} has no handler`);
  checkSent(compiled, request);
  const { requestId, address, userAgent, baseUrl, params, query, body } = request;
  const caller = { address, userAgent, browser };
  const requested = { environment, baseUrl, requestId, operationId: operation.id };
  const context = { database, deployment, ...caller, ...requested };
  const result = await operation.handleAnonymous(context, { params, query, body } as never);
  return responseText(writers, operation, result);
}
