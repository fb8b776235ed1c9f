import { payableLines } from '../credits/index.ts';
import { currencyDigits, isCurrency } from '../currency.ts';
import { type Decimal, decimal, decimalText, ZERO } from '../decimal.ts';
import { runAtOnce } from '../run-at-once.ts';
import { type InvoiceDocument, type LineItem, type LineType, USAGE_UNITS } from './document.ts';
import { linesOf } from './lines-of.ts';

/** Lines that are sums even without children. */
const SUMS: ReadonlySet<LineType> = new Set<LineType>([
  'GRAND_TOTAL_AMOUNT',
  'TOTAL_AMOUNT',
  'NET_AMOUNT',
  'GROSS_AMOUNT',
  'PRICE_PLAN_AMOUNT',
  'SUB_TOTAL_AMOUNT',
  'TOTAL_ADVANCED_FEES',
  'TOTAL_PURCHASE_AMOUNT',
  'TOTAL_CREDITS',
  'TOTAL_MISCELLANEOUS_CHARGES',
  'TOTAL_PRICING_RULE_ADDITION_AMOUNT',
  'TOTAL_TAX_AMOUNT',
  'CUSTOM_TAG',
  // A metered card without an entered slab and without an applied bound is 0.
  'USAGE_RATE_CARD_AMOUNT',
  'ENTITLEMENT_OVERAGE_RATE_CARD_AMOUNT',
  'LICENSE_RATE_CARD_AMOUNT',
  'USAGE_CYCLE_AMOUNT',
]);

/** Leaves computed from a card; each must have an explanation. */
export const EXPLAINED: ReadonlySet<LineType> = new Set<LineType>([
  'USAGE_RATE_CARD_AMOUNT',
  'FIXED_FEE_RATE_CARD_AMOUNT',
  'ADVANCED_FIXED_FEE',
  'BILLING_ENTITLEMENT_RATE_CARD_AMOUNT',
  'ADVANCED_BILLING_ENTITLEMENT_RATE_CARD_AMOUNT',
  'ENTITLEMENT_OVERAGE_RATE_CARD_AMOUNT',
  'CREDIT_GRANT_RATE_CARD_AMOUNT',
  'ADVANCED_CREDIT_GRANT_RATE_CARD_AMOUNT',
  'LICENSE_RATE_CARD_AMOUNT',
  'ADVANCED_LICENSE_RATE_CARD_AMOUNT',
  'CUSTOM_AMOUNT',
  'TRUE_UP_AMOUNT',
  'PRICING_RULE_ADDITION_AMOUNT',
  'SUB_CREDITS',
  'MISCELLANEOUS_CHARGE',
  'TAX_AMOUNT',
]);

interface PlacedLine {
  path: string;
  line: LineItem;
}

/**
 * Checks the invariants of every document again before it is stored: a violation is a bug, and no invoice is
 * better than a wrong one. Returns one sentence per violation; empty when all hold. In a document of
 * differences, credits may pay more of one line because they pay less of another.
 */
export function checkInvoiceTree(document: InvoiceDocument, options: TreeOptions = {}): string[] {
  return runAtOnce(checkTreeInSteps(document, options));
}

interface TreeOptions {
  isDifference?: boolean;
}

/** The same, line by line: yields after each line, so that the caller can do other work in between. */
export function* checkTreeInSteps(
  document: InvoiceDocument,
  { isDifference = false }: TreeOptions = {},
): Generator<undefined, string[]> {
  const { revenueInfo, totalAmount } = document;
  const currency = revenueInfo.units;
  if (!isCurrency(currency)) return [`revenueInfo has a currency other than ${currency}.`];
  const lines: PlacedLine[] = [];
  for (const placed of walkLines(revenueInfo, 'revenueInfo')) {
    lines.push(placed);
    yield;
  }
  const problems = yield* each(lines, (placed) => checkMoney(placed, currency));
  const usage = yield* each(document.usageInfo, (line, index) => checkUsage(line, `usageInfo[${index}]`));
  // Sums of texts that are not numbers cannot be checked.
  if (problems.length > 0) return [...problems, ...usage];
  return [
    ...usage,
    ...(revenueInfo.type === 'GRAND_TOTAL_AMOUNT' ? [] : ['revenueInfo differs from the grand total.']),
    ...(totalAmount === revenueInfo.value
      ? []
      : [`totalAmount ${totalAmount} differs from ${revenueInfo.value}.`]),
    ...(yield* each(lines, checkSum)),
    ...(yield* checkExplanations(document, lines)),
    ...(yield* checkCredits(document, isDifference)),
    ...(yield* each(linesOf(revenueInfo, 'TOTAL_AMOUNT'), checkTaxes)),
  ];
}

function* each<T>(items: readonly T[], check: (item: T, index: number) => string[]) {
  const problems: string[] = [];
  for (const [index, item] of items.entries()) {
    problems.push(...check(item, index));
    yield;
  }
  return problems;
}

/** A line and its descendants, in document order. */
function* walkLines(line: LineItem, path: string): Generator<PlacedLine> {
  yield { path, line };
  for (const [index, child] of line.lineItems.entries())
    yield* walkLines(child, `${path}.lineItems[${index}]`);
}

function checkMoney({ path, line }: PlacedLine, currency: string): string[] {
  const value = readCanonical(line.value);
  if (!value) return [`${path}.value ${line.value} is not a canonical decimal.`];
  const digits = currencyDigits(currency);
  return [
    ...(value.decimalPlaces() > digits
      ? [`${path}.value ${line.value} has more than ${digits} decimal places.`]
      : []),
    ...(line.units === currency ? [] : [`${path}.units is ${line.units}, not ${currency}.`]),
    ...checkQuantities(line, path),
  ];
}

function checkUsage(line: LineItem, path: string): string[] {
  return [
    ...(readCanonical(line.value) ? [] : [`${path}.value ${line.value} is not a canonical decimal.`]),
    ...(line.units === USAGE_UNITS ? [] : [`${path}.units is ${line.units}, not ${USAGE_UNITS}.`]),
    ...checkQuantities(line, path),
  ];
}

function checkQuantities(line: LineItem, path: string): string[] {
  return (['quantity', 'valuePerQuantity'] as const).flatMap((member) => {
    const text = line[member];
    return text === undefined || readCanonical(text)
      ? []
      : [`${path}.${member} ${text} is not a canonical decimal.`];
  });
}

function checkSum({ path, line }: PlacedLine): string[] {
  if (line.lineItems.length === 0 && !SUMS.has(line.type)) return [];
  const sum = line.lineItems.reduce((total, child) => total.plus(decimal(child.value)), ZERO);
  return sum.eq(decimal(line.value))
    ? []
    : [`${path}.value ${line.value} differs from the sum ${decimalText(sum)}.`];
}

/** Each rate card line has exactly one explanation, and there is no other. */
function* checkExplanations({ explanations }: InvoiceDocument, lines: readonly PlacedLine[]) {
  const leaves = lines.filter(({ line }) => EXPLAINED.has(line.type));
  const left = new Map<string, number>();
  const count = (id: string | undefined, value: string, one: number) => {
    const key = `${id} ${value}`;
    left.set(key, (left.get(key) ?? 0) + one);
  };
  for (const { line } of leaves) {
    count(line.id, line.value, 1);
    yield;
  }
  for (const { lineId, rounding } of explanations) {
    count(lineId, rounding.rounded, -1);
    yield;
  }
  if (left.values().every((number) => number === 0)) return [];
  return [`The ${explanations.length} explanations do not match the ${leaves.length} rate card lines.`];
}

/** No line is paid twice, only the gross amount is paid, and every credit line states what it pays. */
function* checkCredits({ creditUses = [], revenueInfo }: InvoiceDocument, isDifference: boolean) {
  if (creditUses.length === 0 && linesOf(revenueInfo, 'SUB_CREDITS').length === 0) return [];
  const payable = new Map<string, Decimal>();
  for (const gross of linesOf(revenueInfo, 'GROSS_AMOUNT')) {
    for (const { id, value } of payableLines(gross)) if (value.gt(0)) addTo(payable, id, value);
    yield;
  }
  const paid = { ofLines: new Map<string, Decimal>(), byCredits: new Map<string, Decimal>() };
  for (const { lineId, creditId, amount } of creditUses) {
    addTo(paid.ofLines, lineId, decimal(amount));
    addTo(paid.byCredits, creditId, decimal(amount));
    yield;
  }
  const overpaid = [...paid.ofLines].filter(([id, amount]) => amount.gt(payable.get(id) ?? ZERO));
  // One credit may pay for two members of a composite.
  const taken = new Map<string, Decimal>();
  for (const { id, value } of linesOf(revenueInfo, 'SUB_CREDITS')) addTo(taken, String(id), decimal(value));
  const wrong = [...taken].filter(([id, value]) => !(paid.byCredits.get(id) ?? ZERO).negated().eq(value));
  return [
    ...(isDifference ? [] : overpaid).map(([id]) => `credits pay more of ${id} than its amount.`),
    ...wrong.map(([id, value]) => `credit ${id} deducts ${decimalText(value)} but pays another amount.`),
  ];
}

function addTo(sums: Map<string, Decimal>, key: string, value: Decimal): void {
  sums.set(key, (sums.get(key) ?? ZERO).plus(value));
}

/** A tax applies to everything beside it, whichever total it is in. */
function checkTaxes(total: LineItem): string[] {
  const beside = total.lineItems.filter(({ type }) => type !== 'TOTAL_TAX_AMOUNT');
  const taxable = decimalText(addUp(beside.map(({ value }) => decimal(value))));
  return linesOf(total, 'TAX_AMOUNT')
    .filter(({ metadata }) => metadata?.taxable !== taxable)
    .map(({ id }) => `tax ${id} is not computed on the taxable amount ${taxable}.`);
}

function addUp(values: readonly Decimal[]): Decimal {
  return values.reduce((total, value) => total.plus(value), ZERO);
}

function readCanonical(text: string): Decimal | null {
  try {
    const value = decimal(text);
    return decimalText(value) === text ? value : null;
  } catch {
    return null;
  }
}
