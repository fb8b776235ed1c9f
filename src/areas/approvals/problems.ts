import { notFoundKind, problemKind } from '#platform/problem.ts';
import type { ApprovalStatus } from './schema.ts';

export const approvalNotFound = notFoundKind('approval');

export const approvalDecided = problemKind(
  'APPROVAL_DECIDED',
  409,
  (d: { id: string; status: ApprovalStatus; by: string | null }) =>
    `approval ${d.id} is ${d.status}${d.by === null ? '' : ` by ${d.by}`} already`,
);
export const approverIsProgram = problemKind(
  'APPROVER_IS_PROGRAM',
  403,
  () => 'only a user who has logged in can decide an approval',
);
export const approverIsRequester = problemKind(
  'APPROVER_IS_REQUESTER',
  403,
  () =>
    'the request comes from you, or from an API key whose secret you know; another user has to approve it. ' +
    'You can cancel it',
);
export const notTheRequester = problemKind(
  'NOT_THE_REQUESTER',
  403,
  (d: { name: string }) => `only ${d.name} can do this, who sent the request; you can reject it`,
);
export const approvalStale = problemKind(
  'APPROVAL_STALE',
  409,
  (d: { id: string; because: string }) =>
    `nothing has changed: approval ${d.id} is STALE, because ${d.because}; let the request be sent again`,
);
export const policyInvalid = problemKind(
  'APPROVAL_POLICY_INVALID',
  400,
  (d: { at: string; rule: string }) => `${d.at}: ${d.rule}`,
);
