import { payableLines } from '../credits/index.ts';
import { currencyDigits } from '../currency.ts';
import { Decimal, decimal, decimalText, ZERO } from '../decimal.ts';
import { roundMoney } from '../money.ts';
import { numberLines, takenOff } from './correction-lines.ts';
import type { LineItem } from './document.ts';
import { computeInvoice } from './index.ts';
import type { CorrectionInput, InvoiceInputs } from './inputs.ts';
import { linesOf } from './lines-of.ts';

/** A requested credit note: parts of lines, an amount without a line, or everything. */
export type RequestedCorrection =
  | { lines: readonly { lineId: string; nth?: number; amount?: Decimal | undefined }[] }
  | { amount: Decimal }
  | 'EVERYTHING';

/** The reason for rejection, and the member of the request that causes it. */
export interface CorrectionError {
  at: string;
  rule: string;
}

type OpenLine = LeftOfLine;

/**
 * Plans the corrections of one credit note, in addition to those in the inputs. Amounts are before taxes and
 * credits, which follow. Neither a line nor the total of all lines may fall below zero.
 */
export function planCorrections(
  inputs: InvoiceInputs,
  requested: RequestedCorrection,
  reason: string,
): CorrectionInput[] | CorrectionError {
  const { currency, corrections = [] } = inputs;
  const open = listOpenLines(inputs);
  const planned = choose(open, requested, currency);
  if ('rule' in planned) return planned;
  const exceeded = findExceeded(open, planned);
  if (exceeded) return exceeded;
  if (planned.length === 0) return { at: 'lineItems', rule: 'the whole invoice is already credited' };
  return planned.map(({ line, amount, of }, index) => ({
    id: `correction.${corrections.length + index + 1}`,
    ...(line ? { lineId: line.id, ...(line.nth > 0 ? { nth: line.nth } : {}) } : {}),
    displayName: line?.description ?? reason,
    of,
    amount: decimalText(amount),
    reason,
  }));
}

/** A line of an issued invoice and its remaining amount. */
export interface LeftOfLine {
  of: CorrectionInput['of'];
  id: string;
  /** The number of earlier lines with the same id. */
  nth: number;
  description: string;
  /** The charged amount, before taxes and credits. */
  charged: Decimal;
  /** The amount left after corrections; a correction without a line is shared among all lines. */
  left: Decimal;
}

/** The amounts of an issued invoice that can still be credited. */
export interface LeftToCredit {
  /** Lines with a charge. */
  lines: LeftOfLine[];
  /** The remaining amount of all lines under the gross amount, 0 or more. */
  gross: Decimal;
  /** Whether an amount without a line was credited, which reduced all lines proportionally. */
  isBlurred: boolean;
}

export function leftToCredit(inputs: InvoiceInputs): LeftToCredit {
  const { lines, gross } = listOpenLines(inputs);
  const charging = lines.filter(({ charged }) => charged.gt(0));
  const ofGross = lines.filter(({ of }) => of === 'GROSS');
  const blurred = ofGross.reduce((sum, { left }) => sum.plus(left), ZERO).minus(gross);
  return {
    lines: blurred.gt(0) ? shareBlurred(charging, { blurred, currency: inputs.currency }) : charging,
    gross: Decimal.max(gross, ZERO),
    isBlurred: blurred.gt(0),
  };
}

/** Distributes corrections without a line over all lines; the shares add up to the amount. */
function shareBlurred(
  lines: readonly OpenLine[],
  { blurred, currency }: { blurred: Decimal; currency: string },
): OpenLine[] {
  const hasShare = ({ of, left }: OpenLine) => of === 'GROSS' && left.gt(0);
  const sum = lines.filter(hasShare).reduce((total, { left }) => total.plus(left), ZERO);
  let [before, shared] = [ZERO, ZERO];
  return lines.map((line) => {
    if (!hasShare(line)) return line;
    before = before.plus(line.left);
    const upTo = roundMoney(Decimal.min(blurred, sum).times(before).div(sum), currency);
    const share = upTo.minus(shared);
    shared = upTo;
    return { ...line, left: line.left.minus(share) };
  });
}

interface Planned {
  of: CorrectionInput['of'];
  /** Null when it belongs to no line. */
  line: OpenLine | null;
  amount: Decimal;
}

interface OpenLines {
  lines: OpenLine[];
  /** The remaining amount of all lines under the gross amount, less corrections without a line. */
  gross: Decimal;
}

function listOpenLines(inputs: InvoiceInputs): OpenLines {
  const { corrections = [] } = inputs;
  const { revenueInfo } = computeInvoice(inputs);
  const own = new Set(corrections.map(({ id }) => id));
  const isOwn = (id: string | undefined) => id !== undefined && own.has(id);
  const leftOf = (
    of: CorrectionInput['of'],
    { id, nth, ...line }: Pick<LineItem, 'description' | 'value'> & { id: string; nth: number },
  ) => ({
    ...{ of, id, nth, description: line.description, charged: decimal(line.value) },
    left: decimal(line.value).minus(takenOff(corrections, { of, id, nth })),
  });
  const gross = linesOf(revenueInfo, 'GROSS_AMOUNT').flatMap((line) => leavesOf(line));
  const charges = linesOf(revenueInfo, 'MISCELLANEOUS_CHARGE');
  const named = (items: readonly LineItem[]) =>
    numberLines(items.flatMap(({ id, ...line }) => (id === undefined ? [] : [{ ...line, id }])));
  const lines = [
    ...named(gross).flatMap((line) => (isOwn(line.id) ? [] : [leftOf('GROSS', line)])),
    ...named(charges).map((line) => leftOf('CHARGES', line)),
  ];
  const sums = linesOf(revenueInfo, 'GROSS_AMOUNT').map(({ value }) => decimal(value));
  return { lines, gross: sums.reduce((sum, value) => sum.plus(value), ZERO) };
}

/** The lines that credits may pay: their children only explain the amount. */
function leavesOf(line: LineItem): LineItem[] {
  const ids = new Set(payableLines(line).map(({ id }) => id));
  const isLeaf = ({ id }: LineItem) => id !== undefined && ids.has(id);
  return line.lineItems.flatMap((below) => (isLeaf(below) ? [below] : leavesOf(below)));
}

function choose(
  open: OpenLines,
  requested: RequestedCorrection,
  currency: string,
): Planned[] | CorrectionError {
  if (requested === 'EVERYTHING') return chooseEverything(open);
  if ('amount' in requested) {
    const problem = amountProblem(requested.amount, currency);
    return problem
      ? { at: 'amount', rule: problem }
      : [{ of: 'GROSS' as const, line: null, amount: requested.amount }];
  }
  const planned: Planned[] = [];
  for (const [index, { lineId, nth, amount }] of requested.lines.entries()) {
    const at = `lineItems[${index}]`;
    // Of several lines of one billable, the first with a remaining amount.
    const named = open.lines.filter((line) => line.id === lineId && (nth === undefined || line.nth === nth));
    const line = named.find(({ left }) => left.gt(0)) ?? named[0];
    if (!line) return { at: `${at}.lineId`, rule: `${lineId} is not a creditable line of the invoice` };
    if (planned.some((each) => each.line === line))
      return { at: `${at}.lineId`, rule: `${lineId} is repeated` };
    const problem = amount ? amountProblem(amount, currency) : null;
    if (problem) return { at: `${at}.amount`, rule: problem };
    const taken = amount ?? line.left;
    const isTooMuch = amount?.gt(line.left);
    if (isTooMuch || taken.lte(0))
      return {
        at: `${at}.amount`,
        rule: `must be at most ${decimalText(line.left)}, the part of ${lineId} that is not credited yet`,
      };
    planned.push({ of: line.of, line, amount: taken });
  }
  return planned;
}

/** Line by line, unless an amount without a line was credited before: then the lines cannot be told apart. */
function chooseEverything({ lines, gross }: OpenLines): Planned[] {
  const ofLines = lines.filter(({ left }) => !left.isZero());
  const sum = ofLines.reduce((total, { of, left }) => (of === 'GROSS' ? total.plus(left) : total), ZERO);
  const whole = ofLines.map((line) => ({ of: line.of, line, amount: line.left }));
  if (sum.eq(gross)) return whole;
  const rest = gross.isZero() ? [] : [{ of: 'GROSS' as const, line: null, amount: gross }];
  return [...rest, ...whole.filter(({ of }) => of === 'CHARGES')];
}

function amountProblem(amount: Decimal, currency: string): string | null {
  if (amount.lte(0)) return 'must be greater than 0';
  const digits = currencyDigits(currency);
  return amount.decimalPlaces() > digits ? `must have at most ${digits} decimal places in ${currency}` : null;
}

/** More than the remaining amount under the gross amount. */
function findExceeded({ gross }: OpenLines, planned: readonly Planned[]): CorrectionError | null {
  const sum = planned.reduce((total, { of, amount }) => (of === 'GROSS' ? total.plus(amount) : total), ZERO);
  if (sum.lte(Decimal.max(gross, ZERO))) return null;
  const at = planned.some(({ line }) => line === null) ? 'amount' : 'lineItems';
  return {
    at,
    rule:
      `must be at most ${decimalText(Decimal.max(gross, ZERO))} before taxes, the part that is not ` +
      'credited yet',
  };
}
