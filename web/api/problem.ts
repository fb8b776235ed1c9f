/** A request that failed, with what the service said about it. */
export class ApiProblem extends Error {
  /** HTTP status; 0 if the service could not be reached. */
  readonly status: number;
  /** The stable code of the `Error-Code` header; `UNREACHABLE` without a connection. */
  readonly code: string;
  readonly requestId: string | null;
  /** Seconds to wait, if the service says so. */
  readonly retryAfter: number | null;
  /** Of the approval for which the request waits now, or waited before. */
  readonly approvalId: string | null;

  constructor(
    message: string,
    facts: Pick<ApiProblem, 'status' | 'code'> &
      Partial<Pick<ApiProblem, 'requestId' | 'retryAfter' | 'approvalId'>>,
  ) {
    super(message);
    this.name = 'ApiProblem';
    this.status = facts.status;
    this.code = facts.code;
    this.requestId = facts.requestId ?? null;
    this.retryAfter = facts.retryAfter ?? null;
    this.approvalId = facts.approvalId ?? null;
  }

  /** Whether the same request may succeed a moment later. */
  get isTransient(): boolean {
    return this.status === 0 || this.status === 429 || this.status >= 500;
  }
}

export type ProblemKind =
  | 'offline'
  | 'expired'
  | 'forbidden'
  | 'missing'
  | 'conflict'
  | 'held'
  | 'busy'
  | 'invalid'
  | 'fault';

/** A part of the console that could not be loaded: without a connection, or after an upgrade. */
export function isMissingPart(error: unknown): boolean {
  return (
    error instanceof TypeError && /dynamically imported module|module script failed/i.test(error.message)
  );
}

/** Nothing was rejected: the request waits until a second person has approved it. */
export function isHeld(error: unknown): error is ApiProblem {
  return error instanceof ApiProblem && error.code === HELD;
}

const HELD = 'APPROVAL_REQUIRED';

/** Somebody else was faster. Other reasons of 409, such as a name that is taken, are for the caller. */
const CONFLICTS: ReadonlySet<string> = new Set(['PRECONDITION_FAILED', 'CONCURRENT_CHANGE']);

/** Each kind has a text of its own, and says what to do. */
export function kindOf(error: unknown): ProblemKind {
  if (isMissingPart(error)) return 'offline';
  if (!(error instanceof ApiProblem)) return 'fault';
  switch (error.status) {
    case 0:
      return 'offline';
    case 401:
      return 'expired';
    case 403:
      return 'forbidden';
    case 404:
      return 'missing';
    case 409:
      if (error.code === HELD) return 'held';
      return CONFLICTS.has(error.code) ? 'conflict' : 'invalid';
    case 429:
    case 502:
    case 503:
    case 504:
      return 'busy';
    default:
      return error.status >= 500 ? 'fault' : 'invalid';
  }
}
