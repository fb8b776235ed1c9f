import { type Decimal, decimal, decimalText, ZERO } from '../decimal.ts';
import { EXPLAINED } from './check-invoice-tree.ts';
import type { LineItem, LineType } from './document.ts';
import { ruleUpdatesOf } from './lines-of.ts';

/** Description of the amount that a line should have had, beside the invoiced amount. */
export const CORRECT_AMOUNT = 'correct amount';
/** Description in documents that older releases issued. */
export const OLDER_CORRECT_AMOUNT = 'as it is now';

/**
 * A line whose amount has changed, also before pricing rules; a side is absent where the line did not exist.
 */
export interface LineChange {
  id: string;
  description: string;
  /** Whether the line was computed, as opposed to being a sum. */
  isExplained: boolean;
  was?: LineItem;
  is?: LineItem;
}

interface DiffOptions {
  /** Description of the amount charged before. */
  invoiced: string;
  /** Description of the amount that should have been charged. */
  correct: string;
  onChange(change: LineChange): void;
}

/** Sums of other lines: their differences are the sums of their children's differences. */
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
 * The difference between a tree of amounts and an earlier version of it: the sums, down to the lines whose
 * amount has changed, be it before pricing rules. Null without changes.
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

/** The effect of pricing rules on the line; it also changes when the rules cancel out a changed price. */
function ruledBy(line: LineItem | undefined): Decimal {
  const updates = line ? ruleUpdatesOf(line) : [];
  return updates.reduce((sum, { value }) => sum.plus(decimal(value)), ZERO);
}

/** Keeps the description and the computation readable below the line. */
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

/** For a number in a line's metadata. */
function changeOf(name: string, before: LineItem | undefined, after: LineItem | undefined): string | null {
  const [was, is] = [before?.metadata?.[name], after?.metadata?.[name]];
  if (was === undefined && is === undefined) return null;
  return decimalText(decimal(String(is ?? 0)).minus(decimal(String(was ?? 0))));
}

/**
 * Pairs corresponding lines of both trees, in the order of the later tree; lines with equal names pair in
 * order.
 */
function pairLines(before: readonly LineItem[], after: readonly LineItem[]) {
  const left = Map.groupBy(before, keyOf);
  const pairs = after.map((line) => ({ after: line, before: left.get(keyOf(line))?.shift() }));
  const gone = [...left.values()].flat().map((line) => ({ before: line, after: undefined }));
  return [...pairs, ...gone];
}

function keyOf({ type, id, description }: LineItem): string {
  return JSON.stringify([type, id ?? description]);
}
