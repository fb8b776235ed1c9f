import { useVirtualizer } from '@tanstack/react-virtual';
import { type MouseEvent, type ReactNode, useMemo, useState } from 'react';
import { useMessages } from '../../messages/catalogs.ts';
import { classes } from '../classes.ts';
import { useShortcuts } from '../shortcuts.ts';
import type { Column } from './columns.tsx';
import type { DataTableProps } from './data-table.tsx';
import type { TableOf } from './table-head.tsx';

interface TableBodyProps<Row extends object> extends Pick<DataTableProps<Row>, 'say' | 'idOf' | 'link'> {
  shown: readonly Column<Row>[];
  table: TableOf<Row>;
  isCompact: boolean;
  hasSelection: boolean;
  scroller: HTMLElement | null;
}

const HEAD_HEIGHT = 36;
const ROW_HEIGHT = { normal: 36, compact: 28 } as const;

/** Rows that can be seen, between two that stand for the others. j and k walk, x selects, Enter opens. */
export function TableBody<Row extends object>(props: TableBodyProps<Row>) {
  const { shown, table, isCompact, hasSelection, link, scroller } = props;
  const { rows } = table.getRowModel();
  const [current, setCurrent] = useState(-1);
  const height = isCompact ? ROW_HEIGHT.compact : ROW_HEIGHT.normal;
  const virtual = useVirtualizer({
    count: rows.length,
    estimateSize: () => height,
    overscan: 12,
    getScrollElement: () => scroller,
    paddingStart: HEAD_HEIGHT,
    scrollPaddingStart: HEAD_HEIGHT,
  });
  const shortcuts = useMemo(() => {
    const go = (to: number) => {
      const index = Math.min(Math.max(to, 0), rows.length - 1);
      setCurrent(index);
      virtual.scrollToIndex(index);
    };
    const open = () => rows[current] && link?.open(rows[current].original);
    return Object.fromEntries([
      ['Enter', open],
      ...Object.entries({
        j: () => go(current + 1),
        k: () => go(current - 1),
        x: () => rows[current]?.toggleSelected(),
      }),
    ]);
  }, [rows, current, virtual, link]);
  useShortcuts(shortcuts);
  const items = virtual.getVirtualItems();
  const before = (items[0]?.start ?? HEAD_HEIGHT) - HEAD_HEIGHT;
  const after = virtual.getTotalSize() - (items.at(-1)?.end ?? 0);
  const width = shown.length + (hasSelection ? 1 : 0);
  return (
    <tbody>
      {before > 0 && <Gap height={before} width={width} />}
      {items.map(({ index }) => {
        const row = rows[index];
        if (!row) return null;
        return <TableRow key={row.id} {...props} row={row} height={height} isCurrent={index === current} />;
      })}
      {after > 0 && <Gap height={after} width={width} />}
    </tbody>
  );
}

function Gap({ height, width }: { height: number; width: number }) {
  return (
    <tr aria-hidden>
      <td colSpan={width} style={{ height }} />
    </tr>
  );
}

interface TableRowProps<Row extends object> extends TableBodyProps<Row> {
  row: ReturnType<TableOf<Row>['getRowModel']>['rows'][number];
  height: number;
  isCurrent: boolean;
}

function TableRow<Row extends object>({
  row,
  shown,
  say,
  link,
  height,
  isCurrent,
  hasSelection,
}: TableRowProps<Row>) {
  const t = useMessages('ui');
  const { original } = row;
  const open = (event: MouseEvent) => {
    const isOther = event.target instanceof Element && event.target.closest('a, button, input') !== null;
    if (!link || isOther || event.metaKey || event.ctrlKey) return;
    link.open(original);
  };
  return (
    <tr
      onClick={open}
      aria-selected={hasSelection ? row.getIsSelected() : undefined}
      className={classes(
        'group hover:bg-hover',
        link && 'cursor-pointer',
        row.getIsSelected() && 'bg-selected',
        isCurrent && 'outline-2 -outline-offset-2 outline-accent',
      )}
      style={{ height }}
    >
      {hasSelection && (
        <td className="border-b border-line pe-3">
          <input
            type="checkbox"
            aria-label={t('select', { what: row.id })}
            checked={row.getIsSelected()}
            onChange={row.getToggleSelectedHandler()}
            className="size-4 align-middle accent-accent"
          />
        </td>
      )}
      {shown.map((column, index) => (
        <td
          key={column.id}
          className={classes(
            'border-b border-line px-3 py-0 whitespace-nowrap first:sticky first:start-0 first:bg-canvas first:ps-1 group-hover:first:bg-hover',
            column.isNumber && 'text-end',
          )}
        >
          {index === 0 && link ? (
            <RowLink url={link.urlOf(original)} onOpen={() => link.open(original)}>
              {column.cell(original, say)}
            </RowLink>
          ) : (
            column.cell(original, say)
          )}
        </td>
      ))}
    </tr>
  );
}

export function RowLink({ url, onOpen, children }: { url: string; onOpen(): void; children: ReactNode }) {
  const open = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    onOpen();
  };
  return (
    <a href={url} onClick={open} className="font-medium text-ink hover:text-accent hover:underline">
      {children}
    </a>
  );
}
