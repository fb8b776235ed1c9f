import { type ReactNode, useState } from 'react';
import { useMessages } from '../../messages/catalogs.ts';
import { Button } from '../button.tsx';
import { Skeleton } from '../skeleton.tsx';
import { useIsWide } from '../use-is-wide.ts';
import { BulkBar, FailedRows, HeldRows } from './bulk-bar.tsx';
import type { Column } from './columns.tsx';
import { ScrollingTable } from './scrolling-table.tsx';
import { TableLines } from './table-lines.tsx';
import { TableTools } from './table-tools.tsx';
import { useTable } from './use-table.ts';

export interface Rows<Row> {
  rows: readonly Row[];
  isLoading: boolean;
  isStale: boolean;
  hasMore: boolean;
  onMore(): void;
  /** Every row, for the CSV file. Rejects if one is missing, or if the reading is aborted. */
  all?(reading: { signal: AbortSignal; onCount(rows: number): void }): Promise<readonly Row[]>;
}

export interface DataTableProps<Row> {
  /** The name of the table, for screen readers and the CSV file. */
  name: string;
  columns: readonly Column<Row>[];
  data: Rows<Row>;
  idOf(row: Row): string;
  /** The URL of a row, and what opens it without loading a page. */
  link?: { urlOf(row: Row): string; open(row: Row): void };
  /** Translates headings and words of statuses. */
  say(key: string): string;
  empty: ReactNode;
  /** Filters, to the left of the tools. */
  filters?: ReactNode;
  sort?: { by: string; onSort(by: string): void };
  /** Sums of the whole list, one row for each currency, which stay in view. */
  totals?: readonly Row[];
  /** What can be done with the selected rows. `done` shows those that failed, and keeps them selected. */
  bulk?(rows: readonly Row[], done: (failed: readonly FailedRow<Row>[]) => void): ReactNode;
  /** Keys that act on the row at which the keyboard is, beside j, k, x and Enter. */
  keys?: Readonly<Record<string, (row: Row) => void>> | undefined;
  /** The id of the row at which the keyboard is at first, such as the one that somebody comes back from. */
  startAt?: string | undefined;
  /** The heading above rows that follow each other. */
  groupOf?: ((row: Row) => string) | undefined;
}

export interface FailedRow<Row> {
  row: Row;
  /** A sentence. */
  reason: string;
  /** Nothing failed: a second person has to approve it first. */
  isHeld?: boolean;
  /** The approval that it waits for. */
  approval?: { url: string; open(): void } | undefined;
}

/** A list of records: columns to choose, rows to select, pages to load, and a CSV file. */
export function DataTable<Row extends object>(props: DataTableProps<Row>) {
  const { name, columns, data, idOf, say, empty, filters, bulk } = props;
  const [isCompact, setCompact] = useState(false);
  const isWide = useIsWide();
  const table = useTable({ rows: data.rows, columns, idOf });
  const [failed, setFailed] = useState<readonly FailedRow<Row>[]>([]);
  const done = (rows: readonly FailedRow<Row>[]) => {
    table.select(rows.map(({ row }) => row));
    setFailed(rows);
  };
  const body = { ...props, table, hasSelection: bulk !== undefined };
  return (
    <div className="flex min-w-0 flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <div className="flex min-w-0 flex-wrap items-center gap-2">{filters}</div>
        {isWide && <TableTools {...{ name, columns, data, table, say, isCompact, setCompact }} />}
      </div>
      {bulk && table.selected.length > 0 && (
        <BulkBar name={name} count={table.selected.length} onClear={() => done([])}>
          {bulk(table.selected, done)}
        </BulkBar>
      )}
      <FailedRows
        failed={failed.filter(({ isHeld }) => !isHeld)}
        columns={columns}
        say={say}
        onClose={() => setFailed(failed.filter(({ isHeld }) => isHeld))}
      />
      <HeldRows
        held={failed.filter(({ isHeld }) => isHeld)}
        columns={columns}
        say={say}
        onClose={() => setFailed(failed.filter(({ isHeld }) => !isHeld))}
      />
      {data.isLoading ? (
        <Skeleton />
      ) : data.rows.length === 0 ? (
        empty
      ) : (
        <>
          {isWide ? <ScrollingTable {...body} isCompact={isCompact} /> : <TableLines {...body} />}
          <TableEnd data={data} />
        </>
      )}
    </div>
  );
}

function TableEnd<Row>({ data }: { data: Rows<Row> }) {
  const t = useMessages('ui');
  const count = data.rows.length;
  return (
    <div className="flex items-center justify-between gap-2 text-muted">
      <span>{data.hasMore ? t('rowsAndMore', { count }) : t.count('rows', count)}</span>
      {data.hasMore && <Button onClick={data.onMore}>{t('loadMore')}</Button>}
    </div>
  );
}
