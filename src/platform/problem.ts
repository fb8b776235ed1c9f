/** A failure that callers may see, declared once per area with its code, status and message. */
export interface ProblemKind<A = void> {
  (details: A): Problem;
  readonly code: string;
  readonly status: ProblemStatus;
  /** The message for the document, where it cannot be derived from the message function. */
  readonly template?: string;
}

export type ProblemStatus = 400 | 401 | 403 | 404 | 405 | 406 | 409 | 413 | 415 | 422 | 429 | 500 | 503;

/** Any problem kind, whatever its details; operations list these. */
export type AnyProblemKind = ((details: never) => Problem) &
  Pick<ProblemKind, 'code' | 'status' | 'template'>;

interface ProblemText {
  message: string;
  /** Response headers. */
  headers?: Readonly<Record<string, string>>;
}

/** What the operator of the credential may know about a rejected request, beside the message. */
export interface ProblemFacts {
  /** The scopes that the credential lacks. */
  lackedScopes?: readonly string[];
  /** The key, if its secret is right but it is not valid any more, or not here. */
  rejectedKey?: { orgId: number; keyId: string };
}

const MAX_MESSAGE = 500;

/** Thrown by handlers; rolls the transaction back and becomes the error response. */
export class Problem extends Error {
  override readonly name = 'Problem';
  readonly code: string;
  readonly status: ProblemStatus;
  readonly headers: Readonly<Record<string, string>>;
  /** Never sent to the caller. */
  facts: ProblemFacts = {};

  constructor(code: string, status: ProblemStatus, text: ProblemText) {
    super(clip(text.message));
    this.code = code;
    this.status = status;
    this.headers = text.headers ?? {};
  }
}

/**
 * Declares a kind of failure: `const nameTaken = problemKind('NAME_TAKEN', 409, (d: { name: string }) => …)`;
 * optionally with response headers such as Retry-After. The document shows the message with detail names in
 * braces, or the `template` where the details determine the wording.
 */
export function problemKind<A = void>(
  code: string,
  response: ProblemStatus | { status: ProblemStatus; template: string },
  said: (details: A) => string | ProblemText,
): ProblemKind<A> {
  const described = typeof response === 'number' ? { status: response } : response;
  const raise = (details: A): Problem => {
    const text = said(details);
    return new Problem(code, described.status, typeof text === 'string' ? { message: text } : text);
  };
  return Object.assign(raise, { code, ...described });
}

/** Limits a message to 500 code points, as the error body does; a truncated one ends in an ellipsis. */
function clip(message: string): string {
  if (message.length <= MAX_MESSAGE) return message;
  const points = [...message];
  return points.length <= MAX_MESSAGE ? message : `${points.slice(0, MAX_MESSAGE - 1).join('')}…`;
}

/** As many problems as fit into a message, in order, and the number of the others. */
function listThatFits(problems: readonly string[]): string {
  const all = problems.join('; ');
  if (all.length <= MAX_MESSAGE) return all;
  const restOf = (shown: number) => (shown < problems.length ? `; and ${problems.length - shown} more` : '');
  let shown = 1;
  let text = problems[0] ?? '';
  for (const problem of problems.slice(1)) {
    const longer = `${text}; ${problem}`;
    if (longer.length + restOf(shown + 1).length > MAX_MESSAGE) break;
    text = longer;
    shown++;
  }
  const rest = restOf(shown);
  return text.length + rest.length <= MAX_MESSAGE
    ? text + rest
    : `${text.slice(0, MAX_MESSAGE - rest.length - 1).toWellFormed()}…${rest}`;
}

/** Headers of a response to a missing or invalid credential. */
export const BEARER = { 'www-authenticate': 'Bearer' };

export const unauthenticated = problemKind('UNAUTHENTICATED', 401, () => ({
  message: 'unauthenticated',
  headers: BEARER,
}));

export const forbidden = problemKind('FORBIDDEN', 403, (d: { why: string }) => `forbidden: ${d.why}`);
/** Names the scopes that the credential lacks, so that an administrator can grant them. */
export function lacksScopes(scopes: readonly string[]): Problem {
  const [noun, them] = scopes.length === 1 ? ['scope', 'it'] : ['scopes', 'all of them'];
  const problem = forbidden({
    why: `this operation requires the ${noun} ${scopes.join(', ')}; use a credential that has ${them}`,
  });
  problem.facts = { lackedScopes: scopes };
  return problem;
}
export const malformedJson = problemKind(
  'MALFORMED_JSON',
  400,
  (d: { reason: string }) => `body: ${d.reason}`,
);
export const invalidRequest = problemKind('INVALID_REQUEST', 400, (d: { problems: readonly string[] }) =>
  listThatFits(d.problems),
);
export const invalidNextToken = problemKind(
  'INVALID_NEXT_TOKEN',
  400,
  () =>
    'invalid nextToken: send the token exactly as the previous page returned it, or start again without one',
);
export const idempotencyKeyReused = problemKind(
  'IDEMPOTENCY_KEY_REUSED',
  422,
  () => 'Idempotency-Key: was used before with a different request; use a new key for a new request',
);
export const idempotencyResponseErased = problemKind(
  'IDEMPOTENCY_RESPONSE_ERASED',
  409,
  () =>
    'Idempotency-Key: the request was completed, but its response was erased with the personal data ' +
    'of a customer; read the resources that it created, or use a new key for a new request',
);
export const requestInProgress = problemKind(
  'REQUEST_IN_PROGRESS',
  409,
  () => 'Idempotency-Key: another request with this key is in progress; repeat this one when it has ended',
);
export const concurrentChange = problemKind(
  'CONCURRENT_CHANGE',
  409,
  () => 'another request changed the resource at the same time; read it again and repeat the request',
);
/** An `If-Match` for another state: 409 by `money-platform.md` 3.8, where HTTP has 412. */
export const preconditionFailed = problemKind(
  'PRECONDITION_FAILED',
  409,
  () =>
    'If-Match: the resource has changed and no longer matches this ETag; read it again before you ' +
    'change it',
);
/**
 * `<type> <id> not found`: the same message for an id that never existed and for one of another organization.
 */
export function notFoundKind(type: string): ProblemKind<{ id: string }> {
  const code = `${type.toUpperCase().replace(/[^A-Z]+/g, '_')}_NOT_FOUND`;
  return problemKind(code, 404, (d: { id: string }) => `${type} ${d.id} not found`);
}
