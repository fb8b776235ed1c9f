import { compare } from '../../../format/decimals.ts';
import { readDecimal } from '../../../format/typed-decimal.ts';
import { editRow, type FormRow, insertRow, removeRow } from '../../../ui/form-rows.ts';

/**
 * A tier as it is typed: `from`, `to` (empty: no end), `priceType`, `packageSize`, and for each currency
 * `rate.USD`, `min.USD` and `max.USD`.
 */
export type TierRow = FormRow;

export const PRICE_TYPES = ['PER_UNIT', 'FLAT', 'PACKAGE', 'PERCENTAGE', 'DYNAMIC'] as const;
export const MAX_TIERS = 10;

export function firstTier(): TierRow {
  return { from: '0', to: '', priceType: 'PER_UNIT', packageSize: '' };
}

/** A border belongs to two tiers: where they met before, it moves in both. */
export function moveBorder(
  rows: readonly TierRow[],
  index: number,
  border: { member: 'from' | 'to'; typed: string },
): readonly TierRow[] {
  const { member, typed } = border;
  const step = member === 'to' ? 1 : -1;
  const other = member === 'to' ? 'from' : 'to';
  const [row, neighbour] = [rows[index], rows[index + step]];
  const moved = editRow(rows, index, { [member]: typed });
  if (!row || !neighbour || !isSameNumber(row[member], neighbour[other])) return moved;
  return editRow(moved, index + step, { [other]: typed });
}

/** Below a tier: in the middle it begins where that tier ends; at the end, the open tier gets a border. */
export function insertTier(rows: readonly TierRow[], index: number): readonly TierRow[] {
  const row = rows[index];
  if (!row || rows.length >= MAX_TIERS) return rows;
  if (row.to !== '') return insertRow(rows, index + 1, { ...row, from: row.to ?? '', to: row.to ?? '' });
  const border = suggestBorder(row.from ?? '');
  return insertRow(editRow(rows, index, { to: border }), index + 1, { ...row, from: border, to: '' });
}

/** Ten times the start of the tier: `1000` after the first. */
function suggestBorder(from: string): string {
  const start = readDecimal(from);
  if (start === null || !/^[1-9]\d*$/.test(start)) return start === '0' ? '1000' : '';
  return `${start}0`;
}

/** The tier before it, or else the one after it, takes over its quantities. */
export function removeTier(rows: readonly TierRow[], index: number): readonly TierRow[] {
  const row = rows[index];
  if (!row || rows.length < 2) return rows;
  const neighbour = index > 0 ? index - 1 : 1;
  const grown = editRow(rows, neighbour, index > 0 ? { to: row.to ?? '' } : { from: row.from ?? '0' });
  return removeRow(grown, index);
}

/**
 * Lines of a spreadsheet: the end of each tier and its price, or start, end and price. Null if the text is no
 * such table.
 */
export function pasteTiers(text: string, { currency, like }: { currency: string; like: TierRow }) {
  const lines = text
    .trim()
    .split(/\r?\n/)
    .map((line) => line.split('\t').map((cell) => cell.trim()));
  const [first] = lines;
  if (!first || lines.length < 2 || lines.length > MAX_TIERS) return null;
  if (first.length < 2 || first.length > 3 || lines.some(({ length }) => length !== first.length))
    return null;
  let before = '0';
  return lines.map((cells) => {
    const [from, to, rate] = cells.length === 3 ? cells : [before, ...cells];
    const end = readDecimal(to ?? '') === null ? '' : (to ?? '');
    before = end;
    return { ...like, from: from ?? '', to: end, [`rate.${currency}`]: rate ?? '' };
  });
}

function isSameNumber(a: string | undefined, b: string | undefined): boolean {
  const [left, right] = [readDecimal(a ?? ''), readDecimal(b ?? '')];
  if (left === null || right === null) return a === b;
  return compare(left, right) === 0;
}
