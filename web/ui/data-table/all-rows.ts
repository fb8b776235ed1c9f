import type { Rows } from './data-table.tsx';

/** A list that is there as a whole, with no page to wait for. */
export function allRows<Row>(rows: readonly Row[]): Rows<Row> {
  return { rows, isLoading: false, isStale: false, hasMore: false, onMore: () => undefined };
}
