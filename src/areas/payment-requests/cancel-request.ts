import type { ScheduledWorkContext } from '#platform/jobs/scheduled-work.ts';
import type { CancelContent } from '#platform/payment-provider/provider.ts';
import { insertCall, withdrawCall } from './store/calls.ts';
import { type RequestRow, updateRequest } from './store/requests.ts';

/**
 * Cancels a locked request whose amount is no longer owed in full. Notifies the provider, unless it was
 * never called; if it has collected the money meanwhile, that is still recorded.
 */
export async function cancelRequest(
  { tx, org, now }: Pick<ScheduledWorkContext, 'tx' | 'org' | 'now'>,
  { id, connectionId }: RequestRow,
): Promise<void> {
  await updateRequest(tx, org, { id, now, set: { status: 'CANCELLED' } });
  if ((await withdrawCall(tx, org, id)) === 'NEVER_MADE') return;
  const content: CancelContent = { requestId: id };
  await insertCall(tx, org, { id: `${id}/cancel`, kind: 'CANCEL', targetId: id, connectionId, content });
}
