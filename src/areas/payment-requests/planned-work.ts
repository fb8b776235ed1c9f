import { planScheduledWork } from '#platform/db/scheduled-work.ts';
import type { ScheduledWorkContext } from '#platform/jobs/scheduled-work.ts';

/** An event of the provider is to be applied. Payload `{ eventId, connectionId }`. */
export const PROVIDER_SAID = 'payment_requests.provider_said';
/** A failed request is to be retried. Payload `{ requestId }`. */
export const RETRY_REQUEST = 'payment_requests.retry';

/** The provider's events change the work of wallets and requests at the same instant. */
const RANKS = { said: 61, retry: 64 } as const;

type Context = Pick<ScheduledWorkContext, 'tx' | 'org' | 'now'>;

export function planProviderSaid(
  { tx, org, now }: Context,
  { id: eventId, connectionId }: { id: string; connectionId: string },
): Promise<void> {
  const work = { kind: PROVIDER_SAID, key: `${connectionId}/${eventId}`, dueAt: now, rank: RANKS.said };
  return planScheduledWork(tx, org, { ...work, payload: { eventId, connectionId }, now });
}

export function planRetry(
  { tx, org, now }: Context,
  { requestId, dueAt }: { requestId: string; dueAt: Temporal.Instant },
): Promise<void> {
  const work = { kind: RETRY_REQUEST, key: requestId, dueAt, rank: RANKS.retry, payload: { requestId } };
  return planScheduledWork(tx, org, { ...work, now });
}
