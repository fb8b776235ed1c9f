import type { CreditUse } from '../credits/index.ts';
import { currencyDigits } from '../currency.ts';
import { type Decimal, decimal, decimalText, ZERO } from '../decimal.ts';
import { sumLine } from './amount-tree.ts';
import { type CORRECT_AMOUNT, diffLines, type LineChange, OLDER_CORRECT_AMOUNT } from './diff-lines.ts';
import type { AdjustmentExplanation, InvoiceDocument, LineExplanation, LineItem } from './document.ts';
import { computeInvoice } from './index.ts';
import type { InvoiceInputs } from './inputs.ts';
import { linesOf } from './lines-of.ts';

/**
 * The inputs of an adjustment: an issued invoice as computed then, and as computed with later changes. The
 * adjustment charges or credits the difference of the two documents.
 */
export interface AdjustmentInputs {
  /** As in `InvoiceInputs`. */
  engine: 1;
  currency: string;
  roundingMode: InvoiceInputs['roundingMode'];
  timeZone: string;
  /** The invoice of the cycle, even if earlier adjustments exist. */
  original: { invoiceId: string; sequenceId?: string; cycle: Pick<InvoiceInputs['cycle'], 'start' | 'end'> };
  before: InvoiceInputs;
  after: InvoiceInputs;
  /** Ids of the later events; only the first ones if there are many. */
  events: { count: number; ids: string[] };
  /** The last day of the schedule, if an edit ended it after the invoice was issued. */
  endOfSchedule?: string;
  /** The reason of a credit note that a user created. */
  reason?: string;
  /** The description of a line's correct amount; absent in inputs of older releases. */
  correctWords?: typeof CORRECT_AMOUNT;
}

/**
 * The document of an adjustment: under the sums of its original, only the lines whose amount has changed,
 * each with the correct and the invoiced amount. Original and adjustments together equal one invoice with all
 * events.
 */
export function computeAdjustment(inputs: AdjustmentInputs): InvoiceDocument {
  if (inputs.engine !== 1) throw new RangeError(`no engine ${String(inputs.engine)}`);
  const [before, after] = [computeInvoice(inputs.before), computeInvoice(inputs.after)];
  const { currency, original, correctWords: correct = OLDER_CORRECT_AMOUNT } = inputs;
  const invoiced = `invoiced with ${original.sequenceId ?? original.invoiceId}`;
  const changes: LineChange[] = [];
  const grandTotal = diffLines(
    { before: before.revenueInfo, after: after.revenueInfo },
    { invoiced, correct, onChange: (change) => changes.push(change) },
  );
  const revenueInfo = grandTotal ?? emptyTotal(currency);
  const uses = diffUses(before, after);
  return {
    usageInfo: diffUsage(before.usageInfo, after.usageInfo),
    revenueInfo,
    totalAmount: revenueInfo.value,
    explanations: changes.flatMap((change) => explain(change, { inputs, before, after })),
    ...(uses.length > 0 ? { creditUses: uses } : {}),
  };
}

/**
 * Remaining credits may pay for charges after an invoice was issued, but not for amounts that the invoice
 * demanded as money: together they pay at most as much more as the gross amount has grown.
 */
export function boundCredits(before: InvoiceInputs, after: InvoiceInputs): InvoiceInputs {
  if (!after.credits) return after;
  const [was, is] = [computeInvoice(before), computeInvoice(after)];
  const paid = (was.creditUses ?? []).reduce((sum, { amount }) => sum.plus(decimal(amount)), ZERO);
  const more = grossOf(is).minus(grossOf(was));
  return { ...after, mostCredits: decimalText(paid.plus(more.isNegative() ? ZERO : more)) };
}

function grossOf({ revenueInfo }: InvoiceDocument): Decimal {
  const lines = linesOf(revenueInfo, 'GROSS_AMOUNT');
  return lines.reduce((sum, { value }) => sum.plus(decimal(value)), ZERO);
}

/** Whether nothing is charged and nothing credited. */
export function isWithoutChange({ revenueInfo }: InvoiceDocument): boolean {
  return linesOf(revenueInfo, 'NET_AMOUNT').length === 0 && decimal(revenueInfo.value).isZero();
}

function emptyTotal(currency: string): LineItem {
  const total = sumLine('TOTAL_AMOUNT', 'Total', { currency, lines: [] });
  return sumLine('GRAND_TOTAL_AMOUNT', 'Grand total', { currency, lines: [total] });
}

/** Added or removed units, by meter. */
function diffUsage(before: readonly LineItem[], after: readonly LineItem[]): LineItem[] {
  return after.flatMap((line, index) => {
    const change = decimal(line.value).minus(decimal(before[index]?.value ?? '0'));
    if (change.isZero()) return [];
    const value = decimalText(change);
    return [{ ...line, quantity: value, value, metadata: { now: line.value } }];
  });
}

/** The change of each credit's payment per line. */
function diffUses(
  { creditUses: before = [] }: InvoiceDocument,
  { creditUses: after = [] }: InvoiceDocument,
): CreditUse[] {
  const keyOf = ({ creditId, lineId }: CreditUse) => JSON.stringify([creditId, lineId]);
  const keys = [...new Set([...after, ...before].map(keyOf))];
  const sum = (uses: readonly CreditUse[], key: string) =>
    uses.filter((use) => keyOf(use) === key).reduce((total, { amount }) => total.plus(decimal(amount)), ZERO);
  return keys.flatMap((key) => {
    const amount = sum(after, key).minus(sum(before, key));
    const [creditId, lineId] = JSON.parse(key) as [string, string];
    return amount.isZero() ? [] : [{ creditId, lineId, amount: decimalText(amount) }];
  });
}

function explain(
  { id, description, isExplained, was, is }: LineChange,
  { inputs, before, after }: { inputs: AdjustmentInputs; before: InvoiceDocument; after: InvoiceDocument },
): AdjustmentExplanation[] {
  if (!isExplained) return [];
  const { currency, roundingMode, original } = inputs;
  const value = decimalText(decimal(is?.value ?? '0').minus(decimal(was?.value ?? '0')));
  const stepsOf = (document: InvoiceDocument, line: LineItem | undefined) =>
    line ? (document.explanations.find((each) => isOf(each, line))?.steps ?? []) : ['not charged'];
  const number = original.sequenceId ?? original.invoiceId;
  const { start, end } = original.cycle;
  return [
    {
      lineId: id,
      cardName: description,
      type: 'ADJUSTMENT',
      quantity: '1',
      before: was?.value ?? '0',
      after: is?.value ?? '0',
      rounding: { exact: value, rounded: value, digits: currencyDigits(currency), mode: roundingMode },
      steps: [
        `invoice ${number} of ${start} to ${end}, before: ${stepsOf(before, was).join('; ')}`,
        `with ${causeWords(inputs)} after it: ${stepsOf(after, is).join('; ')}`,
        `difference: ${is?.value ?? '0'} − ${was?.value ?? '0'} = ${value} ${currency}`,
      ],
    },
  ];
}

function causeWords({ reason, endOfSchedule, events: { count } }: AdjustmentInputs): string {
  if (reason !== undefined) return 'the credit note';
  if (endOfSchedule !== undefined) return `the end of the schedule on ${endOfSchedule}`;
  return count === 1 ? '1 event that came or went' : `${count} events that came or went`;
}

function isOf({ lineId, rounding }: LineExplanation, line: LineItem): boolean {
  return lineId === line.id && rounding.rounded === line.value;
}
