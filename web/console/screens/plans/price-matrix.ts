import type { RateCard, UsageMeter } from '../../../api/generated/types.ts';
import { typedDecimal } from '../../../format/typed-decimal.ts';
import { priceOf } from './plan-view.ts';

/** A rate card that bills the events with the values of its row and column. */
export interface MatrixCell {
  card: RateCard;
  row: string;
  column: string;
  /** The price of a unit as it is typed; null for a card with tiers or without a price in the currency. */
  rate: string | null;
}

export interface PriceMatrix {
  rowField: string;
  /** Null: one column of prices. */
  columnField: string | null;
  /** Values of the field; `EVERY` is the row of meters that do not filter by it. */
  rows: readonly string[];
  columns: readonly string[];
  cells: readonly MatrixCell[];
}

/** No value of a field is empty. */
export const EVERY = '';

/** What a meter requires of a field: several values stand together. */
function filteredValue(meter: UsageMeter, field: string): string {
  return meter.filters
    .filter((filter) => filter.field === field)
    .map(({ value }) => value)
    .sort()
    .join(', ');
}

/** Fields by which the meters of usage cards differ, the one with the most values first. */
export function fieldsOfCards(cards: readonly RateCard[], meters: readonly UsageMeter[]): string[] {
  const used = metersOf(cards, meters);
  const names = [...new Set(used.flatMap(({ filters }) => filters.map(({ field }) => field)))];
  const count = (field: string) => new Set(used.map((meter) => filteredValue(meter, field))).size;
  return names.filter((field) => count(field) > 1).sort((a, b) => count(b) - count(a) || (a < b ? -1 : 1));
}

function metersOf(cards: readonly RateCard[], meters: readonly UsageMeter[]): UsageMeter[] {
  const billed = new Set(cards.filter(({ type }) => type === 'USAGE').map(({ billableId }) => billableId));
  return meters.filter(({ id }) => billed.has(id));
}

interface Wanted {
  rowField: string;
  columnField: string | null;
  currency: string;
}

/** Usage cards by the values that their meters filter. */
export function matrixOf(
  cards: readonly RateCard[],
  meters: readonly UsageMeter[],
  { rowField, columnField, currency }: Wanted,
): PriceMatrix {
  const byId = new Map(meters.map((meter) => [meter.id, meter]));
  const cells = cards.flatMap((card): MatrixCell[] => {
    const meter = card.type === 'USAGE' ? byId.get(card.billableId) : undefined;
    if (!meter) return [];
    const [row, column] = [
      filteredValue(meter, rowField),
      columnField ? filteredValue(meter, columnField) : EVERY,
    ];
    return [{ card, row, column, rate: unitRate(card, currency) }];
  });
  const values = (member: 'row' | 'column') =>
    [...new Set(cells.map((cell) => cell[member]))].sort(lastEvery);
  return { rowField, columnField, rows: values('row'), columns: values('column'), cells };
}

function lastEvery(a: string, b: string): number {
  if (a === EVERY || b === EVERY) return a === b ? 0 : a === EVERY ? 1 : -1;
  return a < b ? -1 : 1;
}

function unitRate(card: RateCard, currency: string): string | null {
  const price = priceOf(card, currency);
  if (price.kind !== 'tiers' || price.tiers.length !== 1) return null;
  const [tier] = price.tiers;
  return tier?.priceType === 'PER_UNIT' ? typedDecimal(tier.rate) : null;
}

export function cellsAt({ cells }: PriceMatrix, row: string, column: string): MatrixCell[] {
  return cells.filter((cell) => cell.row === row && cell.column === column);
}

/** Pairs of values that no card of the plan bills. A row for every value bills what no other row does not. */
export function gapsOf(matrix: PriceMatrix): { row: string; column: string }[] {
  return matrix.rows.flatMap((row) =>
    matrix.columns
      .filter((column) => cellsAt(matrix, row, column).length === 0)
      .map((column) => ({ row, column })),
  );
}
