import { planScheduledWork } from '#platform/db/scheduled-work.ts';
import type { ScheduledWorkContext } from '#platform/jobs/scheduled-work.ts';

/** Scheduled work of the area that sells: an order was paid or ended. Payload `{ invoiceId, outcome }`. */
export const ORDER_SETTLED = 'invoices.order_settled';
/** Payload `{ invoiceId }`: the last instant to pay an order has come. */
export const EXPIRE_ORDER = 'invoices.expire_order';

/** Why an order asks for money no longer. */
export type OrderOutcome = 'PAID' | 'VOID' | 'UN_COLLECTIBLE';

/** An order ends before the cycles of the same instant ask for more. */
const RANKS = { expiry: 18, settled: 65 } as const;

type Context = Pick<ScheduledWorkContext, 'tx' | 'org' | 'now'>;

export function planOrderSettled(
  { tx, org, now }: Context,
  settled: { invoiceId: string; outcome: OrderOutcome },
): Promise<void> {
  const work = { kind: ORDER_SETTLED, key: settled.invoiceId, dueAt: now, rank: RANKS.settled };
  return planScheduledWork(tx, org, { ...work, payload: { ...settled }, now });
}

export function planOrderExpiry(
  { tx, org, now }: Context,
  expiry: { invoiceId: string; dueAt: Temporal.Instant },
): Promise<void> {
  const { invoiceId, dueAt } = expiry;
  const work = { kind: EXPIRE_ORDER, key: invoiceId, rank: RANKS.expiry, payload: { invoiceId } };
  return planScheduledWork(tx, org, { ...work, dueAt, now });
}
