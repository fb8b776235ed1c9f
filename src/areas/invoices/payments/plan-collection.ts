import { hasProvider } from '#areas/payment-providers/index.ts';
import { planScheduledWork } from '#platform/db/scheduled-work.ts';
import type { ScheduledWorkContext } from '#platform/jobs/scheduled-work.ts';

/**
 * Scheduled work of the area that asks for payments: what an invoice lacks may have changed, or whether it is
 * to be paid at all. Payload `{ invoiceId }`. Doing it again changes nothing.
 */
export const COLLECT_INVOICE = 'invoices.collect';
/**
 * Scheduled work of the same area: what the provider collected is to be given back. Payload `{ invoiceId }`.
 */
export const REFUND_INVOICE = 'invoices.refund';

/** Behind the wallets of the instant: only what they leave is asked for (`money-platform.md` 14.3). */
const RANKS = { collect: 64, refund: 63 } as const;

type Context = Pick<ScheduledWorkContext, 'tx' | 'org' | 'now'>;

/** Costs organizations that never had a provider one look. */
export async function planCollection({ tx, org, now }: Context, invoiceId: string): Promise<void> {
  if (!(await hasProvider(tx, org))) return;
  const work = { kind: COLLECT_INVOICE, key: invoiceId, dueAt: now, rank: RANKS.collect };
  await planScheduledWork(tx, org, { ...work, payload: { invoiceId }, now });
}

export function planProviderRefund({ tx, org, now }: Context, invoiceId: string): Promise<void> {
  const work = { kind: REFUND_INVOICE, key: invoiceId, dueAt: now, rank: RANKS.refund };
  return planScheduledWork(tx, org, { ...work, payload: { invoiceId }, now });
}
