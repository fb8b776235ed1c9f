import { grantPlanCredits, type PlanCredit } from '#areas/credits/index.ts';
import type { Decimal } from '#core/decimal.ts';
import type { CardInput } from '#core/invoice/index.ts';
import type { DueWorkContext } from '#platform/jobs/due-work.ts';
import { insertAdjustments } from '../store/advance-adjustments.ts';
import { saveCharges } from '../store/advance-charges.ts';
import type { AdvanceCharge, ChargeSetting } from './advance-charge.ts';

/** What becomes of a charge: its new state, a line for the next invoice, a credit. */
export interface SettledCharge {
  charge: AdvanceCharge;
  adjustment: CardInput | null;
  refund: { amount: Decimal; purpose: string } | null;
}

/** What is given back never expires, so whatever else pays the account's invoices is spent before it. */
const REFUND_PRIORITY = 100;

/**
 * Stores settlements with everything that follows from them, in one transaction: whoever settles again finds
 * the charge as it is now, and nothing to do. Credits begin with the days that they are given back for, so
 * that they can pay what else is due for those.
 */
export async function storeSettlements(
  context: Pick<DueWorkContext, 'tx' | 'org' | 'now'>,
  accountId: string,
  settled: readonly SettledCharge[],
): Promise<void> {
  if (settled.length === 0) return;
  const { tx, org, now } = context;
  // The account is locked first, and drafts after it.
  await grantPlanCredits(context, { accountId, credits: settled.flatMap(creditOf) });
  await saveCharges(tx, org, { charges: settled.map(({ charge }) => charge), now });
  const adjustments = settled.flatMap(
    ({ charge, adjustment }): { card: CardInput; setting: ChargeSetting }[] =>
      adjustment ? [{ card: adjustment, setting: charge.content.setting }] : [],
  );
  await insertAdjustments(tx, org, { accountId, adjustments, now });
}

function creditOf({ charge, refund }: SettledCharge): PlanCredit[] {
  if (!refund) return [];
  const { scheduleId, cycleStart, revision, content } = charge;
  return [
    {
      purpose: refund.purpose,
      applicableEntityIds: [],
      effectiveFrom: cycleStart,
      effectiveUntil: null,
      creditAmount: refund.amount,
      priority: REFUND_PRIORITY,
      grantorId: content.card.billableId,
      idempotencyKey: `${scheduleId}#${cycleStart}#${content.card.name}#refund.${revision}`,
    },
  ];
}
