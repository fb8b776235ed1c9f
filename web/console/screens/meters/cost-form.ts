import { type Exact, exact } from '../../../api/decimal.ts';
import type { MeterCosts } from '../../../api/generated/types.ts';
import { compare, isZero } from '../../../format/decimals.ts';
import { addDays } from '../../../format/time.ts';
import { readDecimal, typedDecimal } from '../../../format/typed-decimal.ts';
import type { Translate } from '../../../messages/catalogs.ts';
import type texts from '../../../messages/en/unitCosts.json';
import type { Form, FormErrors } from '../../../ui/use-form.ts';

export type CostRow = Readonly<{ from: string; cost: string }>;
export type CostFields = { costs: readonly CostRow[] };
type Stored = MeterCosts['costs'];

/** The unit costs of a meter as rows, which may stand in any order while they are typed. */
export function costForm(
  stored: Stored,
  say: Translate<keyof typeof texts>,
): Form<CostFields, { effectiveFrom: string; unitCost: Exact }[]> {
  return {
    initial: {
      costs: stored.map(({ effectiveFrom, unitCost }) => ({
        from: effectiveFrom,
        cost: typedDecimal(unitCost),
      })),
    },
    check: ({ costs }) => errorsOf(costs, say),
    read: ({ costs }) =>
      costs
        .map(({ from, cost }) => ({ effectiveFrom: from, unitCost: exact(readDecimal(cost) ?? '0') }))
        .sort((a, b) => (a.effectiveFrom < b.effectiveFrom ? -1 : 1)),
  };
}

/** Two costs from one day would both count on the days after it. */
function errorsOf(rows: readonly CostRow[], say: Translate<keyof typeof texts>): FormErrors<CostFields> {
  const errors: Record<string, string> = {};
  rows.forEach(({ from, cost }, index) => {
    const number = readDecimal(cost);
    if (from === '') errors[`costs.${index}.from`] = say('dayNeeded');
    else if (rows.findIndex((row) => row.from === from) < index)
      errors[`costs.${index}.from`] = say('dayRepeated');
    if (number === null || compare(number, '0') < 0) errors[`costs.${index}.cost`] = say('costInvalid');
  });
  return errors;
}

export interface CostPeriod {
  word: 'until' | 'open' | 'freeUntil' | 'free';
  /** The last day; absent: it has no end. */
  last?: string;
  isToday: boolean;
}

/** When a typed cost applies; null for a row that is not complete. */
export function periodOf(rows: readonly CostRow[], row: CostRow, today: string): CostPeriod | null {
  const number = readDecimal(row.cost);
  if (row.from === '' || number === null) return null;
  const [next] = rows
    .map(({ from }) => from)
    .filter((from) => from > row.from)
    .sort();
  const isToday = row.from <= today && (next === undefined || next > today);
  if (next === undefined) return { word: isZero(number) ? 'free' : 'open', isToday };
  return { word: isZero(number) ? 'freeUntil' : 'until', last: addDays(next, -1), isToday };
}
