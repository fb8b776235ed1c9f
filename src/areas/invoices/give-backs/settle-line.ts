import { giveBackCredits } from '#areas/credits/index.ts';
import { Decimal, decimal, decimalText, ZERO } from '#core/decimal.ts';
import { computeAdjustment } from '#core/invoice/adjustment.ts';
import type { CorrectionInput, InvoiceInputs } from '#core/invoice/index.ts';
import { type LeftOfLine, leftToCredit } from '#core/invoice/plan-corrections.ts';
import type { DueWorkContext } from '#platform/jobs/due-work.ts';
import { spentCredits } from '../credit-notes/spent-credits.ts';
import { adjusting } from '../late-usage/compute-adjustment.ts';
import { usesOf } from '../lifecycle/draft-credits.ts';
import { insertGiveBacks, type SettlementRow } from '../store/give-backs.ts';
import type { InvoiceRow } from '../store/invoices.ts';
import { type LeftOfInvoice, readLeft, withCorrection } from './read-left.ts';
import { recordGiveBack } from './record-give-back.ts';

/** A line that a settlement takes something off. */
export interface SettledLine {
  lineId: string;
  nth: number;
  /** What its days are worth by now: what stays of the line after the settlement. */
  kept: Decimal;
  /** What the settlement gives back at most. */
  most: Decimal;
  purpose: string;
  key: string;
}

/**
 * What a settlement can take off a line. Credit notes and other settlements have given a part of what is
 * unused already. `rest` is what discounts beside the line have paid for: unused, but no money.
 */
export function openOf(
  { before, settled }: LeftOfInvoice,
  { lineId, nth, kept, most }: Pick<SettledLine, 'lineId' | 'nth' | 'kept' | 'most'>,
): { line: LeftOfLine; amount: Decimal; rest: Decimal } | null {
  const { lines, gross, isBlurred } = leftToCredit(before);
  const line = lines.find((each) => each.of === 'GROSS' && each.id === lineId && each.nth === nth);
  if (!line) return null;
  const open = line.left.minus(sumRests(settled, line));
  const asked = Decimal.max(ZERO, Decimal.min(most, open.minus(kept)));
  const amount = Decimal.min(asked, gross);
  return { line, amount, rest: isBlurred ? ZERO : asked.minus(amount) };
}

/** Rests of earlier settlements, which no correction takes off. */
function sumRests(settled: readonly SettlementRow[], { id, nth }: LeftOfLine): Decimal {
  return settled
    .filter((row) => row.lineId === id && row.nth === nth && row.correction === null)
    .reduce((sum, { net }) => sum.plus(net), ZERO);
}

/**
 * Takes unused days off a line of a locked invoice that stays as it is, computed as a credit note would be:
 * credits that paid for them have them back. Returns what is left to grant as a new credit, before taxes.
 */
export async function settleLine(
  context: Pick<DueWorkContext, 'tx' | 'org' | 'now'>,
  original: InvoiceRow,
  settled: SettledLine,
): Promise<Decimal> {
  const left = await readLeft(context, original);
  const open = openOf(left, settled);
  if (!open) return ZERO;
  const { amount, rest, line } = open;
  const before: InvoiceInputs = { ...left.before, ...spentCredits(left.before) };
  const correction = correctionOf(settled, { amount, before, count: left.settled.length });
  const after = withCorrection(before, correction);
  const back = await returnCredits(context, { original, before, after });
  const { credits, money } = back;
  const way = { way: 'SETTLEMENT', key: settled.key, money, correction } as const;
  await recordGiveBack(context, original, { before, after, way });
  await recordRestOfLine(context, original, { line, rest, key: settled.key });
  return amount.minus(credits).plus(rest);
}

function correctionOf(
  { lineId, nth, purpose, key }: SettledLine,
  { amount, before, count }: { amount: Decimal; before: InvoiceInputs; count: number },
): CorrectionInput {
  const place = (before.corrections ?? []).length + count + 1;
  return {
    ...{ id: `settled.${place}`, lineId, ...(nth > 0 ? { nth } : {}), displayName: purpose },
    ...{ of: 'GROSS', amount: decimalText(amount), reason: purpose || key },
  };
}

async function returnCredits(
  context: Pick<DueWorkContext, 'tx' | 'org' | 'now'>,
  { original, before, after }: { original: InvoiceRow; before: InvoiceInputs; after: InvoiceInputs },
): Promise<{ credits: Decimal; money: Decimal }> {
  const events = { count: 0, ids: [] };
  const document = computeAdjustment({ ...adjusting(original, before), before, after, events });
  const amounts = new Map<string, Decimal>();
  for (const { creditId, amount } of usesOf(document))
    amounts.set(creditId, (amounts.get(creditId) ?? ZERO).minus(amount));
  for (const [id, amount] of amounts) if (amount.lte(0)) amounts.delete(id);
  await giveBackCredits(context, { invoiceId: original.id, amounts });
  const credits = [...amounts.values()].reduce((sum, amount) => sum.plus(amount), ZERO);
  return { credits, money: decimal(document.totalAmount).negated() };
}

/** What discounts paid for is taken off the line by no correction. */
export async function recordRestOfLine(
  { tx, org, now }: Pick<DueWorkContext, 'tx' | 'org' | 'now'>,
  { id: invoiceId, accountId }: InvoiceRow,
  { line, rest: net, key }: { line: LeftOfLine; rest: Decimal; key: string },
): Promise<void> {
  if (net.isZero()) return;
  const { of, id: lineId, nth, charged } = line;
  const place = { accountId, invoiceId, of, lineId, nth, charged, net, key, createdAt: now };
  const way = { way: 'SETTLEMENT', noteId: null, correction: null } as const;
  await insertGiveBacks(tx, org, [{ ...place, ...way, chargedTax: ZERO, tax: ZERO, money: ZERO }]);
}
