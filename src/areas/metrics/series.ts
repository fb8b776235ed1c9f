import { type Decimal, ZERO } from '#core/decimal.ts';
import type { Buckets } from './buckets.ts';
import type { CheckedQuery } from './query-rules.ts';
import type { MetricResult } from './schema.ts';
import type { BilledAccount } from './store/billed-accounts.ts';

/** Collects the values of one query: a row of buckets for each group that has data. */
export interface Series {
  add(group: string, bucket: number, value: Decimal): void;
  /** Data points of the response: groups times buckets. */
  countPoints(): number;
  finish(digitsOf?: (group: string) => number): MetricResult;
}

/** The name of the only group without grouping. */
export const EVERYTHING = '';

/** The group of a value in the response; null if it has no billable but billables are the grouping. */
export function groupOf(
  { groupBy }: CheckedQuery,
  { account, billableId }: { account: BilledAccount; billableId: string | null },
): string | null {
  if (groupBy === 'ACCOUNT_ID') return account.accountId;
  if (groupBy === 'CUSTOMER_ID') return account.customerId;
  return groupBy === null ? EVERYTHING : billableId;
}

/** Zero-filled, so that all rows of a response have equal length; groups without any data are omitted. */
export function collectSeries(query: CheckedQuery, buckets: Buckets): Series {
  const rows = new Map<string, Decimal[]>();
  const length = buckets.timestamps.length;
  const rowOf = (group: string): Decimal[] => {
    const known = rows.get(group);
    if (known) return known;
    const row = Array.from({ length }, () => ZERO);
    rows.set(group, row);
    return row;
  };
  // Without grouping there is one row, even if nothing happened: zero is a valid result.
  if (query.groupBy === null) rowOf(EVERYTHING);
  return {
    add: (group, bucket, value) => {
      const row = rowOf(group);
      row[bucket] = (row[bucket] ?? ZERO).plus(value);
    },
    countPoints: () => rows.size * length,
    finish: (digitsOf) => ({
      id: query.id,
      name: query.name,
      data: [...rows]
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([group, row]) => ({
          ...(query.groupBy && { groupedBy: { fieldName: query.groupBy, fieldValue: group } }),
          timestamps: [...buckets.timestamps],
          metricValues: row.map((value) => (digitsOf ? value.toDecimalPlaces(digitsOf(group)) : value)),
        })),
    }),
  };
}
