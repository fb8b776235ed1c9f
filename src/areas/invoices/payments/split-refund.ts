import { canCharge } from '#areas/payment-providers/index.ts';
import { decimalText } from '#core/decimal.ts';
import type { DueWorkContext } from '#platform/jobs/due-work.ts';
import type { AllocationRow } from '../store/allocations.ts';
import { listRequestIds } from '../store/payments.ts';

/** Of what payments gave: who has to give it back. */
export async function splitRefund(
  { tx, org }: DueWorkContext,
  parts: readonly Pick<AllocationRow, 'paymentId' | 'amount'>[],
) {
  const paid = parts.flatMap(({ paymentId, amount }) =>
    paymentId === null ? [] : [{ paymentId, amount: decimalText(amount) }],
  );
  const ids = paid.map(({ paymentId }) => paymentId);
  const collected = (await canCharge(tx, org)) ? await listRequestIds(tx, org, ids) : new Map();
  const { manual: manualRefunds = [], provider: providerRefunds } = Object.groupBy(paid, ({ paymentId }) =>
    collected.has(paymentId) ? 'provider' : 'manual',
  );
  return { manualRefunds, ...(providerRefunds && { providerRefunds }) };
}
