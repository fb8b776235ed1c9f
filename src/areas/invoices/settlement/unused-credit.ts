import type { PlanCredit } from '#areas/credits/index.ts';
import type { Refund } from './advance-charge.ts';
import type { UnusedRefund } from './planned-work.ts';

/** What is given back never expires, so whatever else pays the account's invoices is spent before it. */
const REFUND_PRIORITY = 100;

/** What is given back as a credit: whatever it is for, it pays. */
export function unusedCredit({
  purpose,
  cycleStart,
  amount: creditAmount,
  billableId: grantorId,
  key: idempotencyKey,
}: Pick<UnusedRefund, 'purpose' | 'cycleStart' | 'billableId' | 'key'> & Pick<Refund, 'amount'>): PlanCredit {
  return {
    ...{ purpose, applicableEntityIds: [], effectiveFrom: Temporal.PlainDate.from(cycleStart) },
    ...{ effectiveUntil: null, creditAmount, priority: REFUND_PRIORITY, grantorId, idempotencyKey },
  };
}
