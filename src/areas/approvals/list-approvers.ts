import type { MemberRights } from '#areas/users/index.ts';
import { APPROVE } from './rules.ts';
import type { ApprovalRow } from './store/approvals.ts';

/** The users who can approve a request: all with the rights for it, except the one who sent it. */
export function listApprovers<M extends Pick<MemberRights, 'id' | 'scopes'>>(
  { scope, personId }: Pick<ApprovalRow, 'scope' | 'personId'>,
  members: readonly M[],
): M[] {
  return members.filter(({ id, scopes }) => id !== personId && scopes.has(APPROVE) && scopes.has(scope));
}
