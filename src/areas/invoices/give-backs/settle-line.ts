import { giveBackCredits } from '#areas/credits/index.ts';
import { Decimal, decimal, decimalText, ZERO } from '#core/decimal.ts';
import { computeAdjustment } from '#core/invoice/adjustment.ts';
import type { CorrectionInput, InvoiceInputs } from '#core/invoice/index.ts';
import { type LeftOfLine, leftToCredit } from '#core/invoice/plan-corrections.ts';
import type { ScheduledWorkContext } from '#platform/jobs/scheduled-work.ts';
import { spentCredits } from '../credit-notes/spent-credits.ts';
import { adjusting } from '../late-usage/compute-adjustment.ts';
import { usesOf } from '../lifecycle/draft-credits.ts';
import type { SettlementRow } from '../store/give-backs.ts';
import type { InvoiceRow } from '../store/invoices.ts';
import { type LeftOfInvoice, withCorrection } from './read-left.ts';
import { recordDiscounted, recordGiveBack } from './record-give-back.ts';

type Context = Pick<ScheduledWorkContext, 'tx' | 'org' | 'now'>;
type LineRef = Pick<LeftOfLine, 'nth'> & { lineId: string };

/** The amount that a settlement takes off a line, at most its open amount. */
export interface SettledLine extends LineRef {
  requested: Decimal;
  purpose: string;
  key: string;
}

/** Returns a line and what credit notes and other settlements have left of it; null if it charges nothing. */
export function openOf(
  { before, settled }: LeftOfInvoice,
  { lineId, nth }: LineRef,
): { line: LeftOfLine; open: Decimal } | null {
  const { lines } = leftToCredit(before);
  const line = lines.find((each) => each.of === 'GROSS' && each.id === lineId && each.nth === nth);
  return line ? { line, open: line.left.minus(sumDiscounted(settled, line)) } : null;
}

/** Returns the sum that discounts beside the line paid, which no correction deducts. */
function sumDiscounted(settled: readonly SettlementRow[], { id, nth }: LeftOfLine): Decimal {
  return settled
    .filter((row) => row.isDiscounted && row.lineId === id && row.nth === nth)
    .reduce((sum, { net }) => sum.plus(net), ZERO);
}

/** Limits the amount taken off one line to what is left of all lines; discounts have paid the rest. */
export function boundByGross(
  { before }: LeftOfInvoice,
  requested: Decimal,
): { amount: Decimal; discounted: Decimal } {
  const { gross, isBlurred } = leftToCredit(before);
  const amount = Decimal.min(requested, gross);
  return { amount, discounted: isBlurred ? ZERO : requested.minus(amount) };
}

/**
 * Takes unused days off a line of a locked invoice, which stays unchanged. Computed like a credit note, so
 * that credits that paid for the days are restored. Returns the amount to grant as a new credit, before
 * taxes, and what is left of the invoice.
 */
export async function settleLine(
  context: Context,
  { original, left }: { original: InvoiceRow; left: LeftOfInvoice },
  settled: SettledLine,
): Promise<{ granted: Decimal; left: LeftOfInvoice }> {
  const found = openOf(left, settled);
  if (!found) return { granted: ZERO, left };
  const requested = Decimal.min(settled.requested, Decimal.max(ZERO, found.open));
  const { amount, discounted } = boundByGross(left, requested);
  const before: InvoiceInputs = { ...left.before, ...spentCredits(left.before) };
  const correction = correctionOf(settled, { amount, before, count: left.settled.length });
  const after = withCorrection(before, correction);
  const { key } = settled;
  const { credits, money } = await returnCredits(context, { original, before, after, key });
  await recordGiveBack(context, original, {
    ...{ before, after },
    way: { way: 'SETTLEMENT', key, money, correction },
  });
  await recordDiscounted(context, original, { line: found.line, net: discounted, key });
  const row = { lineId: settled.lineId, nth: settled.nth, key, correction };
  const rows = [
    { ...row, net: amount, isDiscounted: false },
    { ...row, net: discounted, isDiscounted: true },
  ];
  const granted = amount.minus(credits).plus(discounted);
  return { granted, left: { ...left, before: after, settled: [...left.settled, ...rows] } };
}

function correctionOf(
  { lineId, nth, purpose, key }: SettledLine,
  { amount, before, count }: { amount: Decimal; before: InvoiceInputs; count: number },
): CorrectionInput {
  const index = (before.corrections ?? []).length + count + 1;
  return {
    ...{ id: `settled.${index}`, lineId, ...(nth > 0 ? { nth } : {}), displayName: purpose },
    ...{ of: 'GROSS', amount: decimalText(amount), reason: purpose || key },
  };
}

async function returnCredits(
  context: Context,
  returned: { original: InvoiceRow; before: InvoiceInputs; after: InvoiceInputs; key: string },
): Promise<{ credits: Decimal; money: Decimal }> {
  const { original, before, after, key: settlementKey } = returned;
  const events = { count: 0, ids: [] };
  const document = computeAdjustment({ ...adjusting(original, before), before, after, events });
  const amounts = new Map<string, Decimal>();
  for (const { creditId, amount } of usesOf(document))
    amounts.set(creditId, (amounts.get(creditId) ?? ZERO).minus(amount));
  for (const [id, amount] of amounts) if (amount.lte(0)) amounts.delete(id);
  await giveBackCredits(context, { invoiceId: original.id, amounts, settlementKey });
  const credits = [...amounts.values()].reduce((sum, amount) => sum.plus(amount), ZERO);
  return { credits, money: decimal(document.totalAmount).negated() };
}
