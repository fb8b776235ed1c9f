import { hasProvider } from '#areas/payment-providers/index.ts';
import { planScheduledWork } from '#platform/db/scheduled-work.ts';
import type { ScheduledWorkContext } from '#platform/jobs/scheduled-work.ts';

/**
 * Scheduled work of the payment-requests area: the outstanding amount of an invoice, or whether it is
 * payable at all, may have changed. Payload `{ invoiceId }`. Idempotent.
 */
export const COLLECT_INVOICE = 'invoices.collect';
/** Scheduled work of the same area: refund what the provider collected. Payload `{ invoiceId }`. */
export const REFUND_INVOICE = 'invoices.refund';

/** After the wallets of the instant: only what they leave is collected (`money-platform.md` 14.3). */
const RANKS = { collect: 64, refund: 63 } as const;

type Context = Pick<ScheduledWorkContext, 'tx' | 'org' | 'now'>;

/** Costs organizations that never had a provider one query. */
export async function planCollection({ tx, org, now }: Context, invoiceId: string): Promise<void> {
  if (!(await hasProvider(tx, org))) return;
  const work = { kind: COLLECT_INVOICE, key: invoiceId, dueAt: now, rank: RANKS.collect };
  await planScheduledWork(tx, org, { ...work, payload: { invoiceId }, now });
}

export function planProviderRefund({ tx, org, now }: Context, invoiceId: string): Promise<void> {
  const work = { kind: REFUND_INVOICE, key: invoiceId, dueAt: now, rank: RANKS.refund };
  return planScheduledWork(tx, org, { ...work, payload: { invoiceId }, now });
}
