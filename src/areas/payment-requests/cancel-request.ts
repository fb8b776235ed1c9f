import type { ScheduledWorkContext } from '#platform/jobs/scheduled-work.ts';
import type { CancelContent } from '#platform/payment-provider/provider.ts';
import { insertCall, withdrawCall } from './store/calls.ts';
import { type RequestRow, updateRequest } from './store/requests.ts';

/**
 * What a locked request asks for is not owed any more, or not so much. The provider is told, unless it was
 * never asked; if it has collected the money meanwhile, that is recorded all the same.
 */
export async function cancelRequest(
  { tx, org, now }: Pick<ScheduledWorkContext, 'tx' | 'org' | 'now'>,
  { id, connectionId }: RequestRow,
): Promise<void> {
  await updateRequest(tx, org, { id, now, set: { status: 'CANCELLED' } });
  if (await withdrawCall(tx, org, id)) return;
  const content: CancelContent = { requestId: id };
  await insertCall(tx, org, { id: `${id}/cancel`, kind: 'CANCEL', targetId: id, connectionId, content });
}
