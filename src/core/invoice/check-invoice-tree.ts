import { payableLines } from '../credits/index.ts';
import { currencyDigits, isCurrency } from '../currency.ts';
import { type Decimal, decimal, decimalText, ZERO } from '../decimal.ts';
import { type InvoiceDocument, type LineItem, type LineType, USAGE_UNITS } from './document.ts';
import { linesOf } from './lines-of.ts';

/** Lines that are sums even when nothing is below them. */
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
  // Without a slab entered and without a bound applied a measured card is 0.
  'USAGE_RATE_CARD_AMOUNT',
  'ENTITLEMENT_OVERAGE_RATE_CARD_AMOUNT',
  'LICENSE_RATE_CARD_AMOUNT',
  'USAGE_CYCLE_AMOUNT',
]);

/** Leaves that were computed from a card, each of which must be explained. */
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
 * The laws every document keeps, checked once more before it is stored: a violation is a fault in this
 * program, and no invoice is better than a wrong one. One sentence per violation; empty when all hold. Of a
 * document that has differences in it, credits may pay more of a line because they pay less of another.
 */
export function checkInvoiceTree(document: InvoiceDocument, { isDifference = false } = {}): string[] {
  const { revenueInfo, totalAmount } = document;
  const currency = revenueInfo.units;
  if (!isCurrency(currency)) return [`revenueInfo has no currency but ${currency}.`];
  const lines = placeLines(revenueInfo, 'revenueInfo');
  const problems = lines.flatMap((placed) => checkMoney(placed, currency));
  const usage = document.usageInfo.flatMap((line, index) => checkUsage(line, `usageInfo[${index}]`));
  // Sums of texts that are no numbers cannot be taken.
  if (problems.length > 0) return [...problems, ...usage];
  return [
    ...usage,
    ...(revenueInfo.type === 'GRAND_TOTAL_AMOUNT' ? [] : ['revenueInfo is not the grand total.']),
    ...(totalAmount === revenueInfo.value ? [] : [`totalAmount ${totalAmount} is not ${revenueInfo.value}.`]),
    ...lines.flatMap(checkSum),
    ...checkExplanations(document, lines),
    ...checkCredits(document, isDifference),
    ...checkTaxes(document),
  ];
}

function placeLines(line: LineItem, path: string): PlacedLine[] {
  const below = line.lineItems.flatMap((child, index) => placeLines(child, `${path}.lineItems[${index}]`));
  return [{ path, line }, ...below];
}

function checkMoney({ path, line }: PlacedLine, currency: string): string[] {
  const value = readCanonical(line.value);
  if (!value) return [`${path}.value ${line.value} is not a canonical decimal.`];
  const digits = currencyDigits(currency);
  return [
    ...(value.decimalPlaces() > digits ? [`${path}.value ${line.value} has over ${digits} digits.`] : []),
    ...(line.units === currency ? [] : [`${path}.units is ${line.units} and not ${currency}.`]),
    ...checkQuantities(line, path),
  ];
}

function checkUsage(line: LineItem, path: string): string[] {
  return [
    ...(readCanonical(line.value) ? [] : [`${path}.value ${line.value} is not a canonical decimal.`]),
    ...(line.units === USAGE_UNITS ? [] : [`${path}.units is ${line.units} and not ${USAGE_UNITS}.`]),
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
    : [`${path}.value ${line.value} is not the sum ${decimalText(sum)}.`];
}

function checkExplanations({ explanations }: InvoiceDocument, lines: readonly PlacedLine[]): string[] {
  const leaves = lines.filter(({ line }) => EXPLAINED.has(line.type));
  const key = (id: string | undefined, value: string) => `${id} ${value}`;
  const charged = leaves.map(({ line }) => key(line.id, line.value)).sort();
  const explained = explanations.map(({ lineId, rounding }) => key(lineId, rounding.rounded)).sort();
  const missing = charged.filter((leaf, index) => leaf !== explained[index]);
  if (missing.length === 0 && charged.length === explained.length) return [];
  return [`The ${explained.length} explanations are not those of the ${charged.length} rate card lines.`];
}

/** No line is paid twice, nothing but the gross amount is paid, and every credit line says what it pays. */
function checkCredits({ creditUses = [], revenueInfo }: InvoiceDocument, isDifference: boolean): string[] {
  const gross = linesOf(revenueInfo, 'GROSS_AMOUNT').flatMap(payableLines);
  const lineIds = [...new Set(creditUses.map(({ lineId }) => lineId))];
  const overpaid = lineIds.filter((id) => {
    const value = addUp(gross.filter((line) => line.id === id && line.value.gt(0)).map((line) => line.value));
    return sumUses(creditUses.filter(({ lineId }) => lineId === id)).gt(value);
  });
  // Two members of a composite may be paid with one credit.
  const taken = Map.groupBy(linesOf(revenueInfo, 'SUB_CREDITS'), ({ id }) => id);
  const wrong = [...taken].filter(([id, lines]) => {
    const paid = sumUses(creditUses.filter(({ creditId }) => creditId === id));
    return !paid.negated().eq(addUp(lines.map(({ value }) => decimal(value))));
  });
  return [
    ...(isDifference ? [] : overpaid).map((id) => `credits pay more of ${id} than it is.`),
    ...wrong.map(([id, lines]) => {
      const value = decimalText(addUp(lines.map((line) => decimal(line.value))));
      return `credit ${id} takes ${value} and pays something else.`;
    }),
  ];
}

/** A tax is on everything that stands beside it, whosever total it is in. */
function checkTaxes({ revenueInfo }: InvoiceDocument): string[] {
  return linesOf(revenueInfo, 'TOTAL_AMOUNT').flatMap((total) => {
    const beside = total.lineItems.filter(({ type }) => type !== 'TOTAL_TAX_AMOUNT');
    const taxable = decimalText(addUp(beside.map(({ value }) => decimal(value))));
    return linesOf(total, 'TAX_AMOUNT')
      .filter(({ metadata }) => metadata?.taxable !== taxable)
      .map(({ id }) => `tax ${id} is not on the ${taxable} beside it.`);
  });
}

function sumUses(uses: readonly { amount: string }[]): Decimal {
  return addUp(uses.map(({ amount }) => decimal(amount)));
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
