import { Fragment, lazy, Suspense, useState } from 'react';
import { useShortcuts } from '../shortcuts.ts';
import type { DataTableProps } from './data-table.tsx';
import { groupAt } from './groups.ts';
import { GroupRow, TableRow, type TableRowProps } from './table-row.tsx';
import type { TableState } from './use-table.ts';

// Lists begin with one page, and most have no second.
const VirtualRows = lazy(async () => ({ default: (await import('./virtual-rows.tsx')).VirtualRows }));

export interface TableBodyProps<Row extends object>
  extends Pick<TableRowProps<Row>, 'say' | 'link' | 'hasSelection'>,
    Pick<DataTableProps<Row>, 'keys' | 'startAt' | 'groupOf'> {
  table: TableState<Row>;
  isCompact: boolean;
  scroller: HTMLElement | null;
}

/** Beyond it, only the rows that can be seen are in the page. */
export const MAX_ROWS_IN_PAGE = 100;
const ROW_HEIGHT = { normal: 36, compact: 28 } as const;

/** j and k walk through the rows, x selects, Enter opens; a list may have more keys. */
export function TableBody<Row extends object>(props: TableBodyProps<Row>) {
  const { table, say, isCompact, hasSelection, link, scroller, keys = {}, startAt, groupOf } = props;
  const { rows } = table;
  const [current, setCurrent] = useState(() => rows.findIndex((row) => table.idOf(row) === startAt));
  const height = isCompact ? ROW_HEIGHT.compact : ROW_HEIGHT.normal;
  const go = (to: number) => setCurrent(Math.min(Math.max(to, 0), rows.length - 1));
  const act = (on: ((row: Row) => void) | undefined) => {
    const row = rows[current];
    if (row) on?.(row);
  };
  useShortcuts({
    ...Object.fromEntries(Object.entries<(row: Row) => void>(keys).map(([key, on]) => [key, () => act(on)])),
    j: () => go(current + 1),
    k: () => go(current - 1),
    x: () => act(table.toggle),
    enter: () => act(link?.open),
  });
  const width = table.shown.length + (hasSelection ? 1 : 0);
  const rowAt = (index: number) => {
    const row = rows[index];
    if (!row) return null;
    const group = groupAt(rows, index, groupOf);
    return (
      <Fragment key={table.idOf(row)}>
        {group !== null && <GroupRow title={group} width={width} height={height} />}
        <TableRow
          {...{ table, say, hasSelection, row, height }}
          {...(link && { link })}
          isCurrent={index === current}
        />
      </Fragment>
    );
  };
  const first = <tbody>{rows.slice(0, MAX_ROWS_IN_PAGE).map((_, index) => rowAt(index))}</tbody>;
  if (rows.length <= MAX_ROWS_IN_PAGE) return first;
  // The virtual list keeps the heights that it has seen: another order of groups is another list.
  const starts = rows.flatMap((_, index) => (groupAt(rows, index, groupOf) === null ? [] : [index]));
  const heightOf = (index: number) => (starts.includes(index) ? 2 * height : height);
  return (
    <Suspense fallback={first}>
      <VirtualRows
        key={[height, ...starts].join()}
        {...{ scroller, heightOf, current, width, rowAt }}
        count={rows.length}
      />
    </Suspense>
  );
}
