import { planScheduledWork } from '#platform/db/scheduled-work.ts';
import type { ScheduledWorkContext } from '#platform/jobs/scheduled-work.ts';

/** Scheduled work of the purchases area: an order was paid or ended. Payload `{ invoiceId, outcome }`. */
export const ORDER_SETTLED = 'invoices.order_settled';
/** Payload `{ invoiceId }`: the payment deadline of an order has come. */
export const EXPIRE_ORDER = 'invoices.expire_order';

/** The reason why an order is no longer payable. */
export type OrderOutcome = 'PAID' | 'VOID' | 'UN_COLLECTIBLE';

/** An order expires before the cycles of the same instant create new charges. */
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
