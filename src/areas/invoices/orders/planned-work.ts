import { planDueWork } from '#platform/db/due-work.ts';
import type { DueWorkContext } from '#platform/jobs/due-work.ts';

/** Due work of the area that sells: an order was paid or ended. Payload `{ invoiceId, outcome }`. */
export const ORDER_SETTLED = 'invoices.order_settled';
/** Payload `{ invoiceId }`: the last instant to pay an order has come. */
export const EXPIRE_ORDER = 'invoices.expire_order';

/** Why an order asks for money no longer. */
export type OrderOutcome = 'PAID' | 'VOID' | 'UN_COLLECTIBLE';

/** An order ends before the cycles of the same instant ask for more. */
const RANKS = { expiry: 18, settled: 65 } as const;

type Context = Pick<DueWorkContext, 'tx' | 'org' | 'now'>;

export function planOrderSettled(
  { tx, org, now }: Context,
  settled: { invoiceId: string; outcome: OrderOutcome },
): Promise<void> {
  const work = { kind: ORDER_SETTLED, key: settled.invoiceId, dueAt: now, rank: RANKS.settled };
  return planDueWork(tx, org, { ...work, payload: { ...settled }, now });
}

export function planOrderExpiry(
  { tx, org, now }: Context,
  expiry: { invoiceId: string; dueAt: Temporal.Instant },
): Promise<void> {
  const { invoiceId, dueAt } = expiry;
  const work = { kind: EXPIRE_ORDER, key: invoiceId, rank: RANKS.expiry, payload: { invoiceId } };
  return planDueWork(tx, org, { ...work, dueAt, now });
}
