import { type Decimal, ZERO } from '#core/decimal.ts';
import type { MeasuredCycle } from './measured-cycles.ts';
import type { CheckedQuery } from './query-rules.ts';
import type { MetricResult } from './schema.ts';
import { EVERYTHING, type Series } from './series.ts';

/** Collects values of whole cycles: a point for each instant at which cycles of a group begin. */
export interface CycleSeries extends Pick<Series, 'countPoints' | 'finish'> {
  add(group: string, measured: MeasuredCycle, value: Decimal): void;
}

/**
 * An account group has the starts of its cycles, zero-filled; a billable group those of all cycles. Cycles
 * that begin together form one point with their sum. Groups without any data are omitted.
 */
export function collectCycleSeries(query: CheckedQuery, cycles: readonly MeasuredCycle[]): CycleSeries {
  const rows = new Map<string, Map<number, Decimal>>();
  const startsOf = (group: string) => {
    const own = cycles.filter((measured) => (ownerOf(query, measured) ?? group) === group);
    return [...new Set(own.map(({ cycle }) => cycle.startAt.epochMilliseconds))].sort((a, b) => a - b);
  };
  const rowOf = (group: string): Map<number, Decimal> => {
    const row = rows.get(group) ?? new Map(startsOf(group).map((start) => [start, ZERO]));
    rows.set(group, row);
    return row;
  };
  if (query.groupBy === null) rowOf(EVERYTHING);
  return {
    add: (group, { cycle }, value) => {
      const [row, start] = [rowOf(group), cycle.startAt.epochMilliseconds];
      row.set(start, (row.get(start) ?? ZERO).plus(value));
    },
    countPoints: () => [...rows.values()].reduce((sum, row) => sum + row.size, 0),
    finish: (digitsOf) => ({ id: query.id, name: query.name, data: printRows(query, rows, digitsOf) }),
  };
}

function printRows(
  { groupBy }: CheckedQuery,
  rows: ReadonlyMap<string, ReadonlyMap<number, Decimal>>,
  digitsOf?: (group: string) => number,
): MetricResult['data'] {
  return [...rows]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([group, row]) => ({
      ...(groupBy && { groupedBy: { fieldName: groupBy, fieldValue: group } }),
      timestamps: [...row.keys()].map((start) => Temporal.Instant.fromEpochMilliseconds(start)),
      metricValues: [...row.values()].map((value) =>
        digitsOf ? value.toDecimalPlaces(digitsOf(group)) : value,
      ),
    }));
}

/** Null if the group does not identify the owner of the cycle. */
function ownerOf({ groupBy }: CheckedQuery, { account }: MeasuredCycle): string | null {
  if (groupBy === 'ACCOUNT_ID') return account.accountId;
  return groupBy === 'CUSTOMER_ID' ? account.customerId : null;
}
