import type { Tx } from '#platform/db/database.ts';
import type { Deployment } from '#platform/deployment.ts';
import type { Org } from '#platform/http/operation.ts';
import { port } from '#platform/ports.ts';

/**
 * Raises `approversTooFew` if the organization has a policy of approvals and, without a user who loses rights
 * in this transaction, fewer than two users could approve what it lets wait. The key is the user's id.
 */
export const APPROVERS_STAY = port<string, true>('users.approvers_stay');

/** To be called after the change. */
export async function checkApproversStay(
  { tx, org, deployment }: { tx: Tx; org: Org; deployment: Deployment },
  userIds: readonly string[],
): Promise<void> {
  await deployment.callPort(APPROVERS_STAY, { tx, org }, userIds);
}
