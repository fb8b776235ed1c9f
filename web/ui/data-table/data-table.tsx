import {
  columnVisibilityFeature,
  type RowSelectionState,
  rowSelectionFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import { type ReactNode, useState } from 'react';
import { formatCount } from '../../format/money.ts';
import { useMessages } from '../../messages/catalogs.ts';
import { Button } from '../button.tsx';
import { Skeleton } from '../skeleton.tsx';
import type { Column } from './columns.tsx';
import { ScrollingTable } from './scrolling-table.tsx';
import { TableLines } from './table-lines.tsx';
import { TableTools } from './table-tools.tsx';

export const features = tableFeatures({ columnVisibilityFeature, rowSelectionFeature });

export interface Rows<Row> {
  rows: readonly Row[];
  isLoading: boolean;
  isStale: boolean;
  hasMore: boolean;
  onMore(): void;
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
  /** What can be done with the selected rows. */
  bulk?(rows: readonly Row[], clear: () => void): ReactNode;
}

const NONE: RowSelectionState = {};

/** A list of records: columns to choose, rows to select, pages to load, and a CSV file. */
export function DataTable<Row extends object>(props: DataTableProps<Row>) {
  const { name, columns, data, idOf, say, empty, filters, bulk } = props;
  const t = useMessages('ui');
  const [selection, setSelection] = useState<RowSelectionState>(NONE);
  const [hidden, setHidden] = useState(() => hiddenAtFirst(columns));
  const [isCompact, setCompact] = useState(false);
  const table = useTable({
    features,
    data: data.rows as Row[],
    columns: columns.map(({ id }) => ({ id })),
    getRowId: idOf,
    state: { rowSelection: selection, columnVisibility: hidden },
    onRowSelectionChange: setSelection,
    onColumnVisibilityChange: setHidden,
  });
  const shown = columns.filter(({ id }) => hidden[id] !== false);
  const selected = table.getSelectedRowModel().rows.map(({ original }) => original);
  const clear = () => setSelection(NONE);
  const body = { ...props, shown, table, isCompact };
  return (
    <div className="flex min-w-0 flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <div className="flex min-w-0 flex-wrap items-center gap-2">{filters}</div>
        <TableTools {...{ name, columns, table, say, isCompact, setCompact, rows: data.rows }} />
      </div>
      {bulk && selected.length > 0 && (
        <div
          role="region"
          aria-label={name}
          className="flex flex-wrap items-center gap-2 rounded-md bg-selected p-2"
        >
          <span className="px-1 font-medium">
            {t.count('selected', selected.length, formatCount(selected.length))}
          </span>
          {bulk(selected, clear)}
          <Button kind="quiet" onClick={clear}>
            {t('clear')}
          </Button>
        </div>
      )}
      {data.isLoading ? (
        <Skeleton />
      ) : data.rows.length === 0 ? (
        empty
      ) : (
        <>
          <ScrollingTable {...body} hasSelection={bulk !== undefined} />
          <TableLines {...body} />
          <TableEnd data={data} />
        </>
      )}
    </div>
  );
}

function TableEnd<Row>({ data }: { data: Rows<Row> }) {
  const t = useMessages('ui');
  const count = data.rows.length;
  const shown = formatCount(count);
  return (
    <div className="flex items-center justify-between gap-2 text-muted">
      <span>{data.hasMore ? t('rowsAndMore', { count: shown }) : t.count('rows', count, shown)}</span>
      {data.hasMore && <Button onClick={data.onMore}>{t('loadMore')}</Button>}
    </div>
  );
}

function hiddenAtFirst<Row>(columns: readonly Column<Row>[]): Record<string, boolean> {
  return Object.fromEntries(columns.filter(({ isExtra }) => isExtra).map(({ id }) => [id, false]));
}
