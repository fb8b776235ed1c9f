import { grantPlanCredits, type PlanCredit } from '#areas/credits/index.ts';
import type { CardInput } from '#core/invoice/index.ts';
import type { DueWorkContext } from '#platform/jobs/due-work.ts';
import { insertAdjustments } from '../store/advance-adjustments.ts';
import { saveCharges } from '../store/advance-charges.ts';
import type { AdvanceCharge, ChargeSetting, Refund } from './advance-charge.ts';
import { planUnusedRefund, type UnusedRefund } from './planned-work.ts';
import { splitRefund } from './split-refund.ts';
import { unusedCredit } from './unused-credit.ts';

/** What becomes of a charge: its new state, a line for the next invoice, what is given back. */
export interface SettledCharge {
  charge: AdvanceCharge;
  adjustment: CardInput | null;
  refund: Refund | null;
}

/**
 * Stores settlements with everything that follows from them, in one transaction: whoever settles again finds
 * the charge as it is now, and nothing to do. Credits begin with the days that they are given back for, so
 * that they can pay what else is due for those. Money is given back by planned work, as a credit note takes a
 * number, and numbers come last.
 */
export async function storeSettlements(
  context: Pick<DueWorkContext, 'tx' | 'org' | 'now'>,
  accountId: string,
  settled: readonly SettledCharge[],
): Promise<void> {
  if (settled.length === 0) return;
  const { tx, org, now } = context;
  const stored = settled.map(splitRefund);
  // The account is locked first, and drafts after it.
  await grantPlanCredits(context, { accountId, credits: stored.flatMap(creditOf) });
  await saveCharges(tx, org, { charges: stored.map(({ charge }) => charge), now });
  const adjustments = stored.flatMap(({ charge, lines }): { card: CardInput; setting: ChargeSetting }[] =>
    lines.map((card) => ({ card, setting: charge.content.setting })),
  );
  await insertAdjustments(tx, org, { accountId, adjustments, now });
  for (const { charge, money } of stored)
    if (money) await planUnusedRefund(context, { ...termsOf(charge, money), ...money });
}

/** What names a refund of a charge, once for each of its settlements. */
function termsOf(
  { accountId, scheduleId, cycleStart, revision, content }: AdvanceCharge,
  { purpose }: Pick<UnusedRefund, 'purpose'>,
) {
  const { billableId, name } = content.card;
  const key = `${scheduleId}#${cycleStart}#${name}#refund.${revision}`;
  return { accountId, cycleStart: cycleStart.toString(), billableId, purpose, key };
}

function creditOf({ charge, credit }: ReturnType<typeof splitRefund>): PlanCredit[] {
  return credit ? [unusedCredit({ ...termsOf(charge, credit), amount: credit.amount })] : [];
}
