import type { Actor } from '#platform/http/operation.ts';
import type { SessionUser } from '#platform/http/session-user.ts';
import { lacksScopes } from '#platform/problem.ts';
import { approverIsProgram, approverIsRequester } from './problems.ts';
import type { ApprovalRow } from './store/approvals.ts';

/**
 * The user who decides. A program cannot, because nobody may be behind it, nor can the person who sent the
 * request, whichever way. Raises `approverIsProgram`, `approverIsRequester` and `forbidden`.
 */
export function checkApprover({ user, scopes }: Actor, { personId, scope }: ApprovalRow): SessionUser {
  if (!user) throw approverIsProgram();
  if (user.id === personId) throw approverIsRequester();
  if (!scopes.has(scope)) throw lacksScopes([scope]);
  return user;
}
