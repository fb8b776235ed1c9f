import { hasProvider } from '#areas/payment-providers/index.ts';
import { planDueWork } from '#platform/db/due-work.ts';
import type { DueWorkContext } from '#platform/jobs/due-work.ts';

/**
 * Due work of the area that asks for payments: what an invoice lacks may have changed, or whether it is to
 * be paid at all. Payload `{ invoiceId }`. Doing it again changes nothing.
 */
export const COLLECT_INVOICE = 'invoices.collect';
/** Due work of the same area: what the provider collected is to be given back. Payload `{ invoiceId }`. */
export const REFUND_INVOICE = 'invoices.refund';

/** Behind the wallets of the instant: only what they leave is asked for (`money-platform.md` 14.3). */
const RANKS = { collect: 64, refund: 63 } as const;

type Context = Pick<DueWorkContext, 'tx' | 'org' | 'now'>;

/** Costs organizations that never had a provider one look. */
export async function planCollection({ tx, org, now }: Context, invoiceId: string): Promise<void> {
  if (!(await hasProvider(tx, org))) return;
  const work = { kind: COLLECT_INVOICE, key: invoiceId, dueAt: now, rank: RANKS.collect };
  await planDueWork(tx, org, { ...work, payload: { invoiceId }, now });
}

export function planProviderRefund({ tx, org, now }: Context, invoiceId: string): Promise<void> {
  const work = { kind: REFUND_INVOICE, key: invoiceId, dueAt: now, rank: RANKS.refund };
  return planDueWork(tx, org, { ...work, payload: { invoiceId }, now });
}
