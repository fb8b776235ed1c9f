import type { Layout } from '#areas/invoice-templates/index.ts';
import { Decimal } from '#core/decimal.ts';
import { CORRECT_AMOUNT, OLDER_CORRECT_AMOUNT } from '#core/invoice/diff-lines.ts';
import type { LineItem, LineType } from '#core/invoice/index.ts';
import { amountText, periodText, priceText, quantityText, withGroupedNumbers } from './formats.ts';
import type { LineFacts } from './line-facts.ts';
import { tierWords } from './tier-words.ts';

/** One row of the table of lines. */
export interface PrintedLine {
  /** A GROUP has its own lines below it; a PART explains the line above it. */
  kind: 'GROUP' | 'LINE' | 'PART';
  /** 0 at the left edge; one more for each level below. */
  depth: number;
  description: string;
  quantity: string;
  price: string;
  amount: string;
}

/** Sums that only structure the tree: their children are printed, they are not. */
const CARRIERS: ReadonlySet<LineType> = new Set<LineType>([
  'GRAND_TOTAL_AMOUNT',
  'TOTAL_AMOUNT',
  'NET_AMOUNT',
  'GROSS_AMOUNT',
  'PRICE_PLAN_AMOUNT',
  'SUB_TOTAL_AMOUNT',
  'TOTAL_ADVANCED_FEES',
  'TOTAL_PURCHASE_AMOUNT',
  'TOTAL_PRICING_RULE_ADDITION_AMOUNT',
]);

/** Sums printed as headings, with the label for each; null: the line's own description. */
const HEADINGS: Partial<Record<LineType, keyof Layout['labels'] | null>> = {
  CUSTOM_TAG: null,
  TOTAL_CREDITS: 'credits',
  TOTAL_MISCELLANEOUS_CHARGES: 'charges',
  TOTAL_TAX_AMOUNT: 'taxes',
};

/** Options for the rows. */
export interface LinesOptions {
  currency: string;
  style: Layout;
  /** Omits lines with an amount of 0, and headings with nothing else below. */
  hidesZeroLines: boolean;
  /**
   * The sentence with the invoiced and the correct value, printed instead of the two trees of a difference.
   */
  corrected?: string | undefined;
  /** The cards' facts about lines; without them neither days nor units are printed. */
  facts?: LineFacts;
}

/** Returns the rows under the grand total, each charge followed by its computation. */
export function printLines(line: LineItem, options: LinesOptions, depth = 0): PrintedLine[] {
  const facts = isMemberTotal(line) ? options.facts?.memberOf(line) : options.facts;
  const inside = { ...options, ...(facts && { facts }) };
  const below = (deeper: number) =>
    line.lineItems.flatMap((child) => printLines(child, inside, depth + deeper));
  if (CARRIERS.has(line.type) && !isMemberTotal(line)) return below(0);
  const isHidden = options.hidesZeroLines && new Decimal(line.value).isZero();
  const heading = HEADINGS[line.type];
  if (heading !== undefined || isMemberTotal(line)) {
    const rows = below(1);
    if (isHidden && rows.length === 0) return [];
    const description = heading ? options.style.labels[heading] : line.description;
    return [{ ...printRow(line, { kind: 'GROUP', depth, ...options }), description }, ...rows];
  }
  // Always queried, because the next line of the same billable has the next days.
  const { days, unit } = options.facts?.factsOf(line) ?? { days: null, unit: null };
  if (isHidden) return [];
  const part = { kind: 'PART', depth: depth + 1, ...options } as const;
  const { corrected } = options;
  return [
    withUnit(printRow(line, { kind: 'LINE', depth, ...options }), unit),
    ...(days ? [printDays(days, part)] : []),
    ...printCounted(line, part),
    ...(corrected === undefined
      ? [...printProration(line, part), ...line.lineItems.flatMap((child) => printPart(child, part))]
      : printCorrected(line, { ...part, corrected })),
  ];
}

/** Prints the fees in advance that count towards a commitment, below its true-up. */
function printCounted({ type, metadata = {} }: LineItem, context: PrintContext): PrintedLine[] {
  const { advanceFees } = metadata;
  if (type !== 'TRUE_UP_AMOUNT' || advanceFees === undefined) return [];
  const amount = amountText(String(advanceFees), context.currency, context.style);
  return [
    printNote(
      context.style.labels.countedAdvance.replace('{amount}', () => amount),
      context,
    ),
  ];
}

const CORRECT_WORDS: ReadonlySet<string> = new Set([CORRECT_AMOUNT, OLDER_CORRECT_AMOUNT]);

/**
 * Below a difference, prints the correct amount, unless it is 0, and the deducted invoiced amount. A line
 * that was not invoiced has no such rows.
 */
function printCorrected(line: LineItem, context: PrintContext & { corrected: string }): PrintedLine[] {
  const { currency, style, corrected } = context;
  const [right, invoiced] = [true, false].map((isRight) =>
    line.lineItems.find(({ description }) => CORRECT_WORDS.has(description) === isRight),
  );
  if (!invoiced) return [];
  const after = new Decimal(right?.value ?? '0');
  const words = { before: after.minus(line.value), after };
  const description = corrected.replace(/\{(before|after)\}/g, (_, name: keyof typeof words) =>
    amountText(words[name], currency, style),
  );
  return [printNote(description, context)];
}

/** Each account has its own heading on a composite. */
function isMemberTotal({ type, metadata }: LineItem): boolean {
  return type === 'TOTAL_AMOUNT' && metadata?.accountId !== undefined;
}

interface PrintContext {
  kind: PrintedLine['kind'];
  depth: number;
  currency: string;
  style: Layout;
}

function printRow(line: LineItem, { currency, style, kind, depth }: PrintContext): PrintedLine {
  const { quantity, valuePerQuantity } = line;
  return {
    kind,
    depth,
    description: line.description,
    quantity: quantity === undefined ? '' : quantityText(quantity, style),
    price: valuePerQuantity === undefined ? '' : priceText(valuePerQuantity, currency, style),
    amount: amountText(line.value, currency, style),
  };
}

function withUnit(row: PrintedLine, unit: string | null): PrintedLine {
  return unit === null || row.quantity === '' ? row : { ...row, quantity: `${row.quantity} ${unit}` };
}

/** Prints the first and the last day of a line. */
function printDays({ start, end }: { start: string; end: string }, context: PrintContext): PrintedLine {
  const [first, last] = [Temporal.PlainDate.from(start), Temporal.PlainDate.from(end).subtract({ days: 1 })];
  return printNote(periodText(first, last, context.style), context);
}

/** Prints a row of text only. */
function printNote(description: string, { kind, depth }: PrintContext): PrintedLine {
  return { kind, depth, description, quantity: '', price: '', amount: '' };
}

/** A line changed by a pricing rule has the name of the rule, whose numbers are not grouped. */
const RULE_LINES: ReadonlySet<LineType> = new Set<LineType>([
  'PRICING_RULE_REVENUE_UPDATE_AMOUNT',
  'PRICING_RULE_USAGE_UPDATE_AMOUNT',
]);

/** Tier and adjustment descriptions are generated, so their numbers can be grouped. */
function printPart(line: LineItem, context: PrintContext): PrintedLine[] {
  const row = printRow(line, context);
  if (RULE_LINES.has(line.type)) return [row];
  // The amount of a line before its first rule is prorated like the line.
  if (line.type === 'PROXY_AMOUNT') return [row, ...printProration(line, context)];
  const description = tierWords(line, context.style) ?? withGroupedNumbers(line.description, context.style);
  return [{ ...row, description, price: `${row.price}${priceUnit(line, context.style)}` }];
}

function priceUnit({ metadata = {} }: LineItem, style: Layout): string {
  const { priceType, packageSize } = metadata;
  if (priceType === 'FLAT') return ` ${style.labels.flat}`;
  if (priceType === 'PERCENTAGE') return ' %';
  if (priceType !== 'PACKAGE' || !packageSize) return '';
  return ` ${style.labels.perPackage.replace('{size}', () => quantityText(String(packageSize), style))}`;
}

function printProration({ metadata = {}, valuePerQuantity }: LineItem, context: PrintContext): PrintedLine[] {
  const { billedDays, nominalDays } = metadata;
  if (billedDays === undefined || nominalDays === undefined || valuePerQuantity === undefined) return [];
  const price = priceText(valuePerQuantity, context.currency, context.style);
  const share = `${price} × ${billedDays} / ${nominalDays}`;
  const counts = context.style.labels.daysOf
    .replace('{billed}', String(billedDays))
    .replace('{all}', String(nominalDays));
  return [printNote(`${counts}: ${share}`, context)];
}
