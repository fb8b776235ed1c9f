import type { createCredits } from '../../../api/generated/credits.ts';
import type { CreditsPreview } from '../../../api/generated/types.ts';
import type { InputOf } from '../../../api/operation.ts';
import { add, compare } from '../../../format/decimals.ts';
import type { CsvRow } from './credit-csv-row.ts';

/** What one request of the service takes. */
const PART = 100;

export interface CheckedRow extends CsvRow {
  /** What the service says of it; absent: not checked yet. */
  checked: CreditsPreview['grants'][number] | undefined;
}

export function partsOf<Row>(rows: readonly Row[]): Row[][] {
  return Array.from({ length: Math.ceil(rows.length / PART) }, (_, index) =>
    rows.slice(index * PART, (index + 1) * PART),
  );
}

/** The rows beside the answers, which have the order of those that can be read. */
export function checkedRows(
  rows: readonly CsvRow[],
  answers: readonly Pick<CreditsPreview, 'grants'>[] | undefined,
): CheckedRow[] {
  const grants = answers?.flatMap((answer) => answer.grants) ?? [];
  let next = 0;
  return rows.map((row) => ({ ...row, checked: row.grant === null ? undefined : grants[next++] }));
}

export function isFaulty({ problem, checked }: CheckedRow): boolean {
  return problem !== null || checked?.problem !== undefined;
}

/** Rows that would grant something. */
export function newRows(rows: readonly CheckedRow[]): CheckedRow[] {
  return rows.filter((row) => row.checked !== undefined && !isFaulty(row) && !row.checked.isRepeated);
}

export interface CurrencyTotal {
  currency: string;
  count: number;
  amount: string;
}

export function totalsOf(rows: readonly CheckedRow[]): CurrencyTotal[] {
  const totals = new Map<string, CurrencyTotal>();
  for (const { checked } of newRows(rows)) {
    const currency = checked?.currency ?? '';
    const before = totals.get(currency) ?? { currency, count: 0, amount: '0' };
    const amount = add(before.amount, checked?.creditAmount ?? '0');
    totals.set(currency, { currency, count: before.count + 1, amount });
  }
  return [...totals.values()];
}

export interface DraftChange {
  currency: string;
  drafts: number;
  before: string;
  after: string;
}

/** What is to be paid on the drafts that change, by currency. */
export function draftChangesOf(answers: readonly Pick<CreditsPreview, 'invoices'>[]): DraftChange[] {
  const changes = new Map<string, DraftChange>();
  for (const { currency, amountDueBefore, amountDueAfter } of answers.flatMap(({ invoices }) => invoices)) {
    if (compare(amountDueBefore, amountDueAfter) === 0) continue;
    const known = changes.get(currency) ?? { currency, drafts: 0, before: '0', after: '0' };
    changes.set(currency, {
      ...{ currency, drafts: known.drafts + 1 },
      ...{ before: add(known.before, amountDueBefore), after: add(known.after, amountDueAfter) },
    });
  }
  return [...changes.values()];
}

/** The request of a part, all or none of which is granted. */
export function requestOf(part: readonly CheckedRow[]): InputOf<typeof createCredits> {
  return { body: { creditRequests: part.flatMap(({ grant }) => grant ?? []) } };
}
