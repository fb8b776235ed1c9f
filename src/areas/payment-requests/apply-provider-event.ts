import { readText, type StoredScheduledWork } from '#platform/db/scheduled-work.ts';
import type { ScheduledWorkContext } from '#platform/jobs/scheduled-work.ts';
import type { RefundState, RequestState } from '#platform/payment-provider/provider.ts';
import { applyRefundState } from './apply-refund-state.ts';
import { applyRequestState } from './apply-request-state.ts';
import { lockProviderEvent, setOutcome } from './store/events.ts';

/**
 * Applies an event of the provider once: events may arrive repeatedly and in any order. An invalid event is
 * only stored, and an operator is notified.
 */
export async function applyProviderEvent(
  context: ScheduledWorkContext,
  payload: StoredScheduledWork['payload'],
): Promise<void> {
  const { tx, org, deployment } = context;
  const event = await lockProviderEvent(tx, org, {
    ...{ id: readText(payload, 'eventId'), connectionId: readText(payload, 'connectionId') },
  });
  if (event?.outcome !== 'RECEIVED') return;
  const { id, connectionId, type, targetId, content } = event;
  const came =
    type === 'REQUEST'
      ? await applyRequestState(context, { requestId: targetId, state: content as RequestState })
      : await applyRefundState(context, { refundId: targetId, state: content as RefundState });
  await setOutcome(tx, org, { id, connectionId, ...came });
  if (came.outcome !== 'REFUSED') return;
  const details = { eventId: id, about: targetId, reason: came.reason };
  deployment.raiseAlarm({ kind: 'PAYMENT_EVENT_REFUSED', org, details });
}
