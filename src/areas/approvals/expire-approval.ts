import { readText, type StoredScheduledWork } from '#platform/db/scheduled-work.ts';
import type { ScheduledWorkContext } from '#platform/jobs/scheduled-work.ts';
import { endApproval } from './end-approval.ts';
import { lockApproval } from './store/approvals.ts';

/** Scheduled work, payload `{ approvalId }`. */
export const EXPIRE_APPROVAL = 'approvals.expire';
/** After the expiry of jobs. */
export const EXPIRY_RANK = 72;

/** Ends a request that nobody has decided in time, by the organization's clock. */
export async function expireApproval(
  context: ScheduledWorkContext,
  payload: StoredScheduledWork['payload'],
): Promise<void> {
  const { tx, org } = context;
  const approval = await lockApproval(tx, org, readText(payload, 'approvalId'));
  if (approval?.status === 'PENDING') await endApproval(context, approval, { status: 'EXPIRED' });
}
