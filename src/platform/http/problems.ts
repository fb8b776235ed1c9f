import { unavailable } from '../db/failures.ts';
import {
  type AnyProblemKind,
  concurrentChange,
  forbidden,
  idempotencyKeyReused,
  idempotencyResponseErased,
  invalidNextToken,
  invalidRequest,
  malformedJson,
  preconditionFailed,
  problemKind,
  requestInProgress,
  unauthenticated,
} from '../problem.ts';
import {
  approvalNotGiven,
  approvalRequired,
  nobodyCanApprove,
  requesterUnknown,
  tooManyPending,
} from './approval-problems.ts';
import { rateLimited } from './rate-limits.ts';
import {
  crossSiteRequest,
  identityProviderRequired,
  ownLoginNeeded,
  secondFactorRequired,
  sessionHeaderMissing,
} from './session-cookie.ts';

/** Failures of the service itself, which any operation may return. */

export const routeNotFound = problemKind(
  'ROUTE_NOT_FOUND',
  404,
  (d: { method: string; path: string }) => `no operation ${d.method} ${d.path}; see /openapi.json`,
);
export const methodNotAllowed = problemKind('METHOD_NOT_ALLOWED', 405, ({ allow }: { allow: string }) => ({
  message: `this path does not support the method; use ${allow}`,
  headers: { allow },
}));
export const notAcceptable = problemKind(
  'NOT_ACCEPTABLE',
  406,
  (d: { type: string }) => `Accept: must allow ${d.type}, the content type of this operation`,
);
/** Some operations return it with 422. */
export const bodyTooLarge = problemKind(
  'BODY_TOO_LARGE',
  413,
  (d: { limit: number }) => `body: must be at most ${d.limit} KiB`,
);
export const unsupportedMediaType = problemKind(
  'UNSUPPORTED_MEDIA_TYPE',
  415,
  () => 'Content-Type: must be application/json',
);
export const originNotAllowed = problemKind(
  'ORIGIN_NOT_ALLOWED',
  403,
  (d: { origin: string }) =>
    `Origin: no organization allows calls from pages of ${d.origin}; add it to the setting ` +
    'CORS_ALLOWED_ORIGINS',
);
export const internalError = problemKind(
  'INTERNAL',
  500,
  (d: { requestId: string }) => `internal error, request ${d.requestId}`,
);

/** Problems of every operation, besides those that it declares. */
export const EVERYWHERE: readonly AnyProblemKind[] = [
  ...[invalidRequest, unauthenticated, forbidden, routeNotFound, rateLimited],
];

/** For the document: every operation may return any of them. */
export const SERVICE_PROBLEMS: readonly AnyProblemKind[] = [
  ...[invalidRequest, malformedJson, invalidNextToken, unauthenticated, forbidden, originNotAllowed],
  ...[sessionHeaderMissing, crossSiteRequest, secondFactorRequired, ownLoginNeeded, identityProviderRequired],
  ...[routeNotFound, methodNotAllowed, notAcceptable, bodyTooLarge, unsupportedMediaType, rateLimited],
  ...[
    concurrentChange,
    preconditionFailed,
    requestInProgress,
    idempotencyKeyReused,
    idempotencyResponseErased,
  ],
  ...[approvalRequired, approvalNotGiven, nobodyCanApprove, requesterUnknown, tooManyPending],
  ...[unavailable, internalError],
];
