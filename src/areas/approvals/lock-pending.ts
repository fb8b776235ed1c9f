import type { Context } from '#platform/http/operation.ts';
import { approvalDecided, approvalNotFound, notTheRequester } from './problems.ts';
import { type ApprovalRow, lockApproval } from './store/approvals.ts';

/** Locks an approval that waits. Raises `approvalNotFound` and `approvalDecided`. */
export async function lockPending(
  { tx, org, now }: Pick<Context, 'tx' | 'org' | 'now'>,
  id: string,
): Promise<ApprovalRow> {
  const approval = await lockApproval(tx, org, id);
  if (!approval) throw approvalNotFound({ id });
  const { status, decidedByName: by, expiresAt } = approval;
  if (status !== 'PENDING') throw approvalDecided({ id, status, by });
  // Its scheduled work is about to end it.
  if (Temporal.Instant.compare(expiresAt, now) <= 0) throw approvalDecided({ id, status: 'EXPIRED', by });
  return approval;
}

/** Raises `notTheRequester` for any other user or API key than the one who sent the request. */
export function requireRequester(
  { actor }: Pick<Context, 'actor'>,
  { requesterId, requesterName, personId }: ApprovalRow,
): void {
  if (actor.credentialId === requesterId || actor.user?.id === personId) return;
  throw notTheRequester({ name: requesterName });
}
