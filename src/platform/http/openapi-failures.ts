import type { Operation } from './operation.ts';
import { EVERYWHERE } from './problems.ts';

/** The statuses of an operation's failures, each with the response that all operations share. */
export function failures(operation: Operation): Record<string, object> {
  const statuses = new Set([...EVERYWHERE, ...(operation.problems ?? [])].map(({ status }) => status));
  const entries = [...statuses].sort((a, b) => a - b).map((status) => [status, failureOf(status)]);
  return { ...Object.fromEntries(entries), default: { $ref: `#/components/responses/${OTHER}` } };
}

function failureOf(status: number): object {
  const [name] = FAILURES[status] ?? [OTHER];
  return { $ref: `#/components/responses/${name}` };
}

/** Codes that only some operations return; `x-common-error-codes` has the others. */
export function ownCodes({ problems = [] }: Operation): string[] {
  const common = new Set(EVERYWHERE.map(({ code }) => code));
  const codes = problems.map(({ code }) => code).filter((code) => !common.has(code));
  return [...new Set(codes)].sort();
}

/** `components.responses`: one for each status of a failure, and that of an unchanged resource. */
export function sharedResponses(): Record<string, object> {
  const content = { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } };
  const headers = { 'Error-Code': { schema: { type: 'string', description: CODE_SOURCE } } };
  const named = [...Object.values(FAILURES), [OTHER, 'Any other failure'] as const];
  const unchanged = 'The entity tag matches If-None-Match';
  return {
    ...Object.fromEntries(named.map(([name, description]) => [name, { description, headers, content }])),
    NotModified: { description: unchanged, headers: { ETag: { schema: { type: 'string' } } } },
  };
}

const CODE_SOURCE = 'One of x-error-codes of the operation, or of x-common-error-codes';
const OTHER = 'Failure';

/** The name and the description of each status. */
const FAILURES: Readonly<Record<number, readonly [name: string, description: string]>> = {
  400: ['BadRequest', 'The request is invalid, or the state of the resource does not allow it'],
  401: ['Unauthenticated', 'The credential is missing, invalid or expired'],
  403: ['Forbidden', 'The credential does not permit this operation'],
  404: ['NotFound', 'No endpoint has this path, or no resource has this id'],
  405: ['MethodNotAllowed', 'The path does not support this method'],
  406: ['NotAcceptable', 'The Accept header excludes the content type of the response'],
  409: ['Conflict', 'The request conflicts with existing data or with a concurrent change'],
  413: ['BodyTooLarge', 'The body is too large'],
  415: ['UnsupportedMediaType', 'The body is not JSON'],
  422: ['Unprocessable', 'The idempotency key or the batch cannot be processed'],
  429: ['RateLimited', 'A rate limit or a quota is exceeded'],
  500: ['InternalError', 'An internal error'],
  503: ['Unavailable', 'The service is temporarily unavailable; retry the request later'],
};
