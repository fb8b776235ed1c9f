import { grantPlanCredits, type PlanCredit } from '#areas/credits/index.ts';
import { type Decimal, ZERO } from '#core/decimal.ts';
import type { CardInput } from '#core/invoice/index.ts';
import type { DueWorkContext } from '#platform/jobs/due-work.ts';
import { insertAdjustments } from '../store/advance-adjustments.ts';
import { saveCharges } from '../store/advance-charges.ts';
import type { AdvanceCharge, ChargeSetting, Refund } from './advance-charge.ts';
import { creditLine } from './credit-line.ts';
import { planUnusedRefund, type UnusedRefund } from './planned-work.ts';
import { splitRefund } from './split-refund.ts';
import { unusedCredit } from './unused-credit.ts';

/** What becomes of a charge: its new state, a line for the next invoice, what is given back. */
export interface SettledCharge {
  charge: AdvanceCharge;
  adjustment: CardInput | null;
  refund: Refund | null;
}

type Context = Pick<DueWorkContext, 'tx' | 'org' | 'now'>;
type Stored = ReturnType<typeof splitRefund>;

/**
 * Stores settlements with everything that follows from them, in one transaction: whoever settles again finds
 * the charge as it is now, and nothing to do. The caller has locked the account. Credits begin with the days
 * that they are given back for, so that they can pay what else is due for those. Money is given back by
 * planned work, as a credit note takes a number, and numbers come last.
 */
export async function storeSettlements(
  context: Context,
  accountId: string,
  settled: readonly SettledCharge[],
): Promise<void> {
  if (settled.length === 0) return;
  const { tx, org, now } = context;
  const stored = settled.map(splitRefund);
  await giveCredits(context, accountId, stored);
  await saveCharges(tx, org, { charges: stored.map(({ charge }) => charge), now });
  const adjustments = stored.flatMap(({ charge, lines }): { card: CardInput; setting: ChargeSetting }[] =>
    lines.map((card) => ({ card, setting: charge.content.setting })),
  );
  await insertAdjustments(tx, org, { accountId, adjustments, now });
  for (const { charge, offLine } of stored)
    if (offLine && offLine.mode !== 'CREDITS')
      await planUnusedRefund(context, { ...termsOf(charge, offLine), ...offLine });
}

/** Invoices are locked in the order of their ids, as everybody locks them, and credits after them. */
async function giveCredits(context: Context, accountId: string, stored: readonly Stored[]): Promise<void> {
  const inOrder = stored.toSorted((a, b) => compareIds(a.offLine?.invoiceId, b.offLine?.invoiceId));
  const credits: PlanCredit[] = [];
  for (const { charge, credit, offLine } of inOrder) {
    const purpose = (offLine ?? credit)?.purpose;
    if (purpose === undefined) continue;
    const terms = termsOf(charge, { purpose });
    const isCredit = offLine?.mode === 'CREDITS';
    const ofLine = isCredit ? await creditLine(context, { ...terms, ...offLine }) : ZERO;
    credits.push(unusedCredit({ ...terms, amount: sumOf(ofLine, credit) }));
  }
  await grantPlanCredits(context, { accountId, credits });
}

function sumOf(ofLine: Decimal, credit: Refund | null): Decimal {
  return credit ? ofLine.plus(credit.amount) : ofLine;
}

function compareIds(a = '', b = ''): number {
  return a < b ? -1 : Number(a > b);
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
