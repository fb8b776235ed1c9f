import type { PlanCredit } from '#areas/credits/index.ts';
import type { Refund } from './advance-charge.ts';
import type { UnusedRefund } from './planned-work.ts';

/** A refund credit never expires, so all other credits are spent before it. */
const REFUND_PRIORITY = 100;

/** Returns a refund as a credit that applies to everything. */
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
