import { decimalText } from '#core/decimal.ts';
import type { ScheduledWorkContext } from '#platform/jobs/scheduled-work.ts';
import { port } from '#platform/ports.ts';
import type { AllocationRow } from '../store/allocations.ts';
import { listRequestIds } from '../store/payments.ts';

/** Whether the provider of a payment request can refund its payment. */
export const REFUNDING_REQUESTS = port<string, true>('invoices.refunding_requests');

/** Splits the refund of payments into provider and manual refunds. */
export async function splitRefund(
  { tx, org, deployment }: ScheduledWorkContext,
  parts: readonly Pick<AllocationRow, 'paymentId' | 'amount'>[],
) {
  const paid = parts.flatMap(({ paymentId, amount }) =>
    paymentId === null ? [] : [{ paymentId, amount: decimalText(amount) }],
  );
  const requestIds = await listRequestIds(
    tx,
    org,
    paid.map(({ paymentId }) => paymentId),
  );
  const requested = [...requestIds.entries()];
  const ids = requested.map(([, requestId]) => requestId);
  const given = await deployment.callPort(REFUNDING_REQUESTS, { tx, org }, ids);
  const byProvider = new Set(requested.flatMap(([paymentId], i) => (given[i] ? [paymentId] : [])));
  const { manual: manualRefunds = [], provider: providerRefunds } = Object.groupBy(paid, ({ paymentId }) =>
    byProvider.has(paymentId) ? 'provider' : 'manual',
  );
  return { manualRefunds, ...(providerRefunds && { providerRefunds }) };
}
