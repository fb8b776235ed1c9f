import { exact } from '../../../api/decimal.ts';
import { compare, wholeOf } from '../../../format/decimals.ts';
import { readDecimal } from '../../../format/typed-decimal.ts';
import { CHARGE_GROUPS, DEFAULT_PRIORITY, type Grant } from './grant-form.ts';

/** The columns of a file; the first two are required. */
export const COLUMNS = [
  ...(['account', 'amount', 'purpose', 'from', 'until', 'priority'] as const),
  ...(['applies_to', 'origin', 'key'] as const),
] as const;
export type CsvColumn = (typeof COLUMNS)[number];

/** What rows without a value of their own get. */
export interface CsvDefaults {
  purpose: string;
  today: string;
}

export type RowProblem =
  | 'accountMissing'
  | 'amountInvalid'
  | 'purposeMissing'
  | 'fromInvalid'
  | 'untilInvalid'
  | 'untilReversed'
  | 'priorityInvalid'
  | 'tooLong';

export interface CsvRow {
  /** The line of the file. */
  line: number;
  cells: Readonly<Record<CsvColumn, string>>;
  problem: RowProblem | null;
  /** Null while there is a problem. */
  grant: Grant | null;
}

/** Reads a row; `seen` counts the terms of the rows before it. */
export function readRow(
  { line, cells }: Pick<CsvRow, 'line' | 'cells'>,
  defaults: CsvDefaults,
  seen: Map<string, number>,
): CsvRow {
  const terms = {
    purpose: cells.purpose || defaults.purpose.trim(),
    from: cells.from || defaults.today,
    amount: readDecimal(cells.amount),
    priority: wholeOf(cells.priority || DEFAULT_PRIORITY),
  };
  const problem = problemOf(cells, terms);
  if (problem !== null) return { line, cells, problem, grant: null };
  const scope = cells.applies_to.split(/[;,\s]+/).filter((id) => id !== '');
  const grant = {
    ...{ accountId: cells.account, purpose: terms.purpose, creditAmount: exact(terms.amount ?? '0') },
    ...{ effectiveFrom: terms.from, priority: terms.priority ?? 1 },
    ...(cells.until !== '' && { effectiveUntil: cells.until }),
    ...(scope.length > 0 && { applicableEntityIds: [...new Set(scope.map(scopeOf))] }),
    ...(cells.origin !== '' && { grantorId: cells.origin }),
  };
  return { line, cells, problem: null, grant: { ...grant, idempotencyKey: cells.key || keyOf(grant, seen) } };
}

function problemOf(
  cells: CsvRow['cells'],
  terms: { purpose: string; from: string; amount: string | null; priority: number | null },
): RowProblem | null {
  const { account, until, origin, key } = cells;
  if (account === '') return 'accountMissing';
  if (terms.amount === null || compare(terms.amount, '0') <= 0) return 'amountInvalid';
  if (terms.purpose === '') return 'purposeMissing';
  if (!isDay(terms.from)) return 'fromInvalid';
  if (until !== '' && !isDay(until)) return 'untilInvalid';
  if (until !== '' && until < terms.from) return 'untilReversed';
  if (terms.priority === null || terms.priority < 1 || terms.priority > 100) return 'priorityInvalid';
  const isLong = [...terms.purpose].length > 255 || origin.length > 255 || key.length > 255;
  return isLong || account.length > 50 ? 'tooLong' : null;
}

/** `2030-01-31`, and a day of the calendar: 30 February is read as 2 March. */
function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || Number.isNaN(Date.parse(text))) return false;
  return new Date(text).toISOString().startsWith(text);
}

/** `USAGE` for `ALL_USAGE_METER_RATE_CARDS`; anything else is an id. */
function scopeOf(word: string): string {
  return (
    CHARGE_GROUPS.find((group) => group === word.toUpperCase() || shortOf(group) === word.toUpperCase()) ??
    word
  );
}

function shortOf(group: (typeof CHARGE_GROUPS)[number]): string {
  return group.replace(/^ALL_/, '').replace(/(?:_METER)?_RATE_CARDS$/, '');
}

/**
 * The same row of the same file is granted once, however often the file is sent. The second of two equal rows
 * of a file is another one.
 */
function keyOf(grant: Omit<Grant, 'idempotencyKey'>, seen: Map<string, number>): string {
  const terms = JSON.stringify(grant);
  const count = (seen.get(terms) ?? 0) + 1;
  seen.set(terms, count);
  return `csv.${hashOf(terms)}.${count}`;
}

/**
 * Two FNV-1a hashes of 32 bits. Two rows with the same hash are no danger: the service rejects a key that was
 * used for other terms.
 */
function hashOf(text: string): string {
  let [first, second] = [0x811c9dc5, 0x050c5d1f];
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    first = Math.imul(first ^ code, 0x01000193);
    second = Math.imul(second ^ code, 0x01000197);
  }
  return [first, second].map((half) => (half >>> 0).toString(16).padStart(8, '0')).join('');
}
