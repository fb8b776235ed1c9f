import { grantPlanCredits, type PlanCredit } from '#areas/credits/index.ts';
import { decimal, decimalText } from '#core/decimal.ts';
import type { CardInput } from '#core/invoice/index.ts';
import { newTimeUuids } from '#platform/ids.ts';
import type { ScheduledWorkContext } from '#platform/jobs/scheduled-work.ts';
import { insertAdjustments } from '../store/advance-adjustments.ts';
import { saveCharges } from '../store/advance-charges.ts';
import { amountOfAdjustment, lockIssuedLines, lowerAdjustment } from './added-lines.ts';
import type { AdvanceCharge, Refund } from './advance-charge.ts';
import { creditLines } from './credit-lines.ts';
import { isDiscountGone } from './is-discount-gone.ts';
import { planUnusedRefund, type UnusedRefund } from './planned-work.ts';
import { spreadRefund } from './spread-refund.ts';

/** The results for a charge: its new state, a line for the next invoice, a refund. */
export interface SettledCharge {
  charge: AdvanceCharge;
  adjustment: CardInput | null;
  refund: Refund | null;
}

type Context = Pick<ScheduledWorkContext, 'tx' | 'org' | 'now'>;
type Spread = ReturnType<typeof spreadRefund>;

/**
 * Stores settlements with all their results in one transaction, so that a repeat finds the new state and has
 * nothing to do. Requires that the caller has locked the account. Credits begin with the days that they
 * refund, so that they can pay other charges for those days. Money is refunded by scheduled work, because a
 * credit note takes a number, and numbers come last.
 */
export async function storeSettlements(
  context: Context,
  accountId: string,
  settled: readonly SettledCharge[],
): Promise<void> {
  if (settled.length === 0) return;
  const { tx, org, now } = context;
  const added = await addLines(context, accountId, await withoutGone(context, settled));
  const issuedLines = await lockIssuedLines(
    context,
    added.map(({ charge }) => charge.content),
  );
  const spread = added.map((each) => spreadRefund(each, issuedLines));
  await giveCredits(context, accountId, spread);
  await saveCharges(tx, org, { charges: spread.map(({ charge }) => charge), now });
  for (const { charge, lowered } of spread)
    for (const line of lowered) await lowerAdjustment(context, charge.content, line);
  for (const { charge, offLines } of spread)
    if (offLines && offLines.mode !== 'CREDITS') await planUnusedRefund(context, refundOf(charge, offLines));
}

/** The part of a discount that was already taken back is not charged for its unused days. */
async function withoutGone(context: Context, settled: readonly SettledCharge[]): Promise<SettledCharge[]> {
  const kept: SettledCharge[] = [];
  for (const each of settled) {
    const { charge, adjustment } = each;
    const isDiscount = adjustment?.type === 'ADVANCE_CORRECTION' && decimal(adjustment.charged).isNegative();
    const isGone = isDiscount && (await isDiscountGone(context, charge.content));
    kept.push(isGone ? { ...each, adjustment: null } : each);
  }
  return kept;
}

/** Additional lines wait for the next invoice in advance and belong to their charge from now on. */
async function addLines(
  { tx, org, now }: Context,
  accountId: string,
  settled: readonly SettledCharge[],
): Promise<{ charge: AdvanceCharge; refund: Refund | null }[]> {
  const ids = newTimeUuids(now, settled.length);
  const adjustments = settled.flatMap(({ charge, adjustment: card }, index) => {
    return card ? [{ id: ids[index] ?? '', card, setting: charge.content.setting }] : [];
  });
  await insertAdjustments(tx, org, { accountId, adjustments, now });
  return settled.map(({ charge, adjustment, refund }, index) => {
    const { content } = charge;
    const { added = [] } = content;
    const left = adjustment && decimalText(amountOfAdjustment(adjustment, content.setting));
    const more = left === null ? [] : [{ adjustmentId: ids[index] ?? '', left }];
    return { charge: { ...charge, content: { ...content, added: [...added, ...more] } }, refund };
  });
}

/** Locks invoices in the common order of their ids, then the credits. */
async function giveCredits(context: Context, accountId: string, spread: readonly Spread[]): Promise<void> {
  const refunds = spread.flatMap(({ charge, offLines }) => {
    return offLines?.mode === 'CREDITS' ? [refundOf(charge, offLines)] : [];
  });
  const credits: PlanCredit[] = [];
  for (const refund of refunds.toSorted((a, b) => compareIds(firstInvoice(a), firstInvoice(b))))
    credits.push(...(await creditLines(context, refund)));
  await grantPlanCredits(context, { accountId, credits });
}

function firstInvoice({ lines }: UnusedRefund): string {
  return lines.map(({ invoiceId }) => invoiceId).sort()[0] ?? '';
}

function compareIds(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

/** Returns the key of a refund, unique per settlement of a charge. */
function refundOf(
  { accountId, scheduleId, cycleStart, revision, content }: AdvanceCharge,
  offLines: Pick<UnusedRefund, 'lines' | 'amount' | 'kept' | 'purpose' | 'mode'>,
): UnusedRefund {
  const { billableId, name } = content.card;
  const key = `${scheduleId}#${cycleStart}#${name}#refund.${revision}`;
  return { accountId, cycleStart: cycleStart.toString(), billableId, key, ...offLines };
}
