import { type Decimal, decimal, decimalText, ZERO } from '../decimal.ts';
import { EXPLAINED } from './check-invoice-tree.ts';
import type { LineItem, LineType } from './document.ts';
import { ruleUpdatesOf } from './lines-of.ts';

/** What a line should have come to is called, beside what was invoiced for it. */
export const CORRECT_AMOUNT = 'correct amount';
/** The words of documents that older releases issued. */
export const OLDER_CORRECT_AMOUNT = 'as it is now';

/** A line that is another amount than it was, also before pricing rules; absent where it is or was none. */
export interface LineChange {
  id: string;
  description: string;
  /** Whether the line was computed from something, as opposed to being a sum. */
  isExplained: boolean;
  was?: LineItem;
  is?: LineItem;
}

interface DiffOptions {
  /** The words for what was charged before. */
  invoiced: string;
  /** The words for what should have been charged. */
  correct: string;
  onChange(change: LineChange): void;
}

/** Sums of other lines: their differences are the sums of those of what is below them. */
const CARRIERS: ReadonlySet<LineType> = new Set<LineType>([
  'GRAND_TOTAL_AMOUNT',
  'TOTAL_AMOUNT',
  'NET_AMOUNT',
  'GROSS_AMOUNT',
  'PRICE_PLAN_AMOUNT',
  'SUB_TOTAL_AMOUNT',
  'TOTAL_CREDITS',
  'TOTAL_MISCELLANEOUS_CHARGES',
  'TOTAL_PRICING_RULE_ADDITION_AMOUNT',
  'TOTAL_TAX_AMOUNT',
  'CUSTOM_TAG',
]);

/**
 * By what a tree of amounts differs from an earlier one of the same things: the sums with what changed below
 * them, down to the lines that are another amount now, be it before pricing rules. Null when nothing is.
 */
export function diffLines(
  lines: { before?: LineItem | undefined; after?: LineItem | undefined },
  differing: DiffOptions,
): LineItem | null {
  const shown = lines.after ?? lines.before;
  if (!shown) return null;
  if (!CARRIERS.has(shown.type)) return diffLeaf(shown, lines, differing);
  const below = pairLines(lines.before?.lineItems ?? [], lines.after?.lineItems ?? []).flatMap(
    (pair) => diffLines(pair, differing) ?? [],
  );
  if (below.length === 0) return null;
  const value = below.reduce((sum, line) => sum.plus(decimal(line.value)), ZERO);
  const { metadata: _, ...plain } = shown;
  return { ...plain, value: decimalText(value), lineItems: below };
}

function diffLeaf(
  shown: LineItem,
  { before, after }: { before?: LineItem | undefined; after?: LineItem | undefined },
  { invoiced, correct, onChange }: DiffOptions,
): LineItem | null {
  const change = decimal(after?.value ?? '0').minus(decimal(before?.value ?? '0'));
  const taxable = changeOf('taxable', before, after);
  if (change.isZero() && ruledBy(before).eq(ruledBy(after))) return null;
  const { id = shown.description, description, type, units } = shown;
  onChange({
    ...{ id, description, isExplained: EXPLAINED.has(type) },
    ...(before && { was: before }),
    ...(after && { is: after }),
  });
  return {
    id,
    description,
    type,
    units,
    value: decimalText(change),
    ...(taxable === null ? {} : { metadata: { ...after?.metadata, taxable } }),
    lineItems: [
      ...(after ? [proxy(after, correct)] : []),
      ...(before ? [proxy(negate(before), invoiced)] : []),
    ],
  };
}

/** What pricing rules changed of it: a price that they take back again leaves another amount of neither. */
function ruledBy(line: LineItem | undefined): Decimal {
  const updates = line ? ruleUpdatesOf(line) : [];
  return updates.reduce((sum, { value }) => sum.plus(decimal(value)), ZERO);
}

/** What it is called and how it came about stay readable below it. */
function proxy({ quantity, units, value, lineItems }: LineItem, description: string): LineItem {
  return {
    description,
    type: 'PROXY_AMOUNT',
    ...(quantity === undefined ? {} : { quantity }),
    units,
    value,
    lineItems,
  };
}

function negate(line: LineItem): LineItem {
  return { ...line, value: decimalText(decimal(line.value).negated()), lineItems: [] };
}

/** Of a number among the metadata of a line. */
function changeOf(name: string, before: LineItem | undefined, after: LineItem | undefined): string | null {
  const [was, is] = [before?.metadata?.[name], after?.metadata?.[name]];
  if (was === undefined && is === undefined) return null;
  return decimalText(decimal(String(is ?? 0)).minus(decimal(String(was ?? 0))));
}

/** Lines of both that are the same thing, in the order of the later tree; two of one name in their order. */
function pairLines(before: readonly LineItem[], after: readonly LineItem[]) {
  const left = Map.groupBy(before, keyOf);
  const pairs = after.map((line) => ({ after: line, before: left.get(keyOf(line))?.shift() }));
  const gone = [...left.values()].flat().map((line) => ({ before: line, after: undefined }));
  return [...pairs, ...gone];
}

function keyOf({ type, id, description }: LineItem): string {
  return JSON.stringify([type, id ?? description]);
}
