import { problemKind } from '../problem.ts';

/** Any request that changes something may be told these, by the policy of its organization. */

const LIST_NAMES = 3;

/** Names for a sentence; the first ones of many. */
function oneOf(names: readonly string[]): string {
  const shown = names.slice(0, LIST_NAMES);
  const rest = names.length - shown.length;
  return [...shown, ...(rest > 0 ? [`${rest} more`] : [])].join(' or ');
}

/** The request may be repeated: under its Idempotency-Key it gets its response once it is approved. */
export const approvalRequired = problemKind(
  'APPROVAL_REQUIRED',
  409,
  (d: { id: string; approvers: readonly string[]; what: string }) => ({
    message:
      `nothing has changed yet: ${d.what} has to be approved by a second person (${oneOf(d.approvers)}); ` +
      `see GET /ext/v1/approvals/${d.id}`,
    headers: { 'approval-id': d.id },
  }),
);
export const approvalNotGiven = problemKind(
  'APPROVAL_NOT_GIVEN',
  409,
  (d: { id: string; status: string; because: string }) => ({
    message:
      `nothing has changed: approval ${d.id} is ${d.status}${d.because}; send a new request with another ` +
      'Idempotency-Key',
    headers: { 'approval-id': d.id },
  }),
);
export const nobodyCanApprove = problemKind(
  'NOBODY_CAN_APPROVE',
  409,
  (d: { what: string; scope: string }) =>
    `${d.what} needs the approval of a second person, but no other user has the scopes approvals:write ` +
    `and ${d.scope}; give somebody a role that has them`,
);
export const requesterUnknown = problemKind(
  'APPROVAL_REQUESTER_UNKNOWN',
  403,
  () =>
    'this request needs the approval of a second person, and nobody is known to hold the API key; rotate ' +
    'the key as a user, or send the request as a user',
);
export const tooManyPending = problemKind(
  'TOO_MANY_PENDING_APPROVALS',
  409,
  (d: { max: number }) => `${d.max} requests wait for approval already; decide or cancel some of them first`,
);
