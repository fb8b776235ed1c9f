import { invalidRequest } from '../problem.ts';
import type { CompiledOperation, Executor, OperationRequest, SentRequest } from './executor.ts';
import { readPageRequest } from './list.ts';
import { readFilters } from './list-filters.ts';
import type { Input, Operation } from './operation.ts';
import { narrowPage } from './portal-access.ts';
import { LONG_BODY_BYTES } from './read-body.ts';
import { rejectUnknownParameters } from './unknown-names.ts';
import type { LongValidator } from './validate-in-turns.ts';
import type { Validator } from './validation.ts';

const LARGE_BODY_BYTES = 65_536;

/**
 * Does in turns what would take too long in one: validates a long body, which `readInput` then skips, or
 * compiles the validator for the first one. Undefined when there is nothing to prepare.
 */
export function prepareInput(
  { validateBody, validateLongBody }: CompiledOperation,
  { body, rawBody }: SentRequest,
): Promise<void> | undefined {
  if (validateLongBody && isLong(rawBody)) return checkInTurns(validateLongBody, body);
  if (body === undefined) return undefined;
  return validateBody?.prepare?.({ isLarge: rawBody.length > LARGE_BODY_BYTES });
}

async function checkInTurns(validateLongBody: LongValidator, body: unknown): Promise<void> {
  const problems = await validateLongBody(body);
  if (problems.length > 0) throw invalidRequest({ problems });
}

function isLong(rawBody: Buffer): boolean {
  return rawBody.length > LONG_BODY_BYTES;
}

/** Everything that the caller sent except the credential, validated. */
export function readInput(
  executor: Executor,
  compiled: CompiledOperation,
  request: OperationRequest,
): Input<never, never, never> {
  const { operation } = compiled;
  const problems = findProblems(compiled, request);
  const filters = operation.stream ? readFilters(operation.stream, request.query, problems) : undefined;
  const { tokens } = executor;
  const caller = { operation: operation.id, orgId: request.actor.org.orgId, tokens, problems };
  const requested = operation.list ? readPageRequest(operation.list, request.query, caller) : undefined;
  if (problems.length > 0) throw invalidRequest({ problems });
  const page = requested && narrowPage(requested, operation, request.actor.portal);
  const { params, query, body } = request;
  return { params, query, body, page, ...(filters && { filters }) } as unknown as Input<never, never, never>;
}

/**
 * Raises `invalidRequest` for what the schemas reject; converted values replace the originals in the request.
 */
export function checkSent(compiled: CompiledOperation, request: SentRequest): void {
  const problems = findProblems(compiled, request);
  if (problems.length > 0) throw invalidRequest({ problems });
}

function findProblems(compiled: CompiledOperation, request: SentRequest): string[] {
  const { operation, queryNames, validateParams, validateQuery, validateBody, validateLongBody } = compiled;
  return (validateParams?.(request.params) ?? []).concat(
    rejectUnknownParameters(queryNames, request.query),
    validateQuery?.(request.query) ?? [],
    validateLongBody && isLong(request.rawBody) ? [] : readBodyProblems(operation, validateBody, request),
  );
}

function readBodyProblems(operation: Operation, validate: Validator | null, request: SentRequest): string[] {
  const { body } = request;
  if (!validate) {
    const isEmpty =
      body === undefined || (typeof body === 'object' && body !== null && Object.keys(body).length === 0);
    return isEmpty || operation.method === 'GET'
      ? []
      : ['body: must be empty, because this operation takes no body'];
  }
  if (body === undefined)
    return operation.request?.isBodyOptional ? [] : ['body: is required; send a JSON object'];
  const plain = operation.readPlainBody?.(body) ?? null;
  if (plain !== null) {
    request.body = plain;
    return [];
  }
  return validate(body, { isLarge: request.rawBody.length > LARGE_BODY_BYTES });
}
