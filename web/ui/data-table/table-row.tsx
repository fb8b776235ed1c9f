import { type MouseEvent, memo, type ReactNode } from 'react';
import { useMessages } from '../../messages/catalogs.ts';
import { classes } from '../classes.ts';
import type { DataTableProps } from './data-table.tsx';
import type { TableState } from './use-table.ts';

export interface TableRowProps<Row extends object> extends Pick<DataTableProps<Row>, 'say' | 'link'> {
  table: TableState<Row>;
  row: Row;
  height: number;
  isCurrent: boolean;
  hasSelection: boolean;
}

function DrawnRow<Row extends object>(props: TableRowProps<Row>) {
  const { table, row, say, link, height, isCurrent, hasSelection } = props;
  const isSelected = table.isSelected(row);
  const open = (event: MouseEvent) => {
    const isOther = event.target instanceof Element && event.target.closest('a, button, input') !== null;
    if (!link || isOther || event.metaKey || event.ctrlKey) return;
    link.open(row);
  };
  return (
    <tr
      ref={isCurrent ? bringIntoView : null}
      onClick={open}
      aria-selected={hasSelection ? isSelected : undefined}
      className={classes(
        'group hover:bg-hover',
        link && 'cursor-pointer',
        isSelected && 'bg-selected',
        isCurrent && 'outline-2 -outline-offset-2 outline-accent',
      )}
      style={{ height }}
    >
      {hasSelection && (
        <td className="border-b border-line ps-1 pe-3">
          <RowCheckbox table={table} row={row} />
        </td>
      )}
      {table.shown.map((column, index) => (
        <td
          key={column.id}
          className={classes(
            'border-b border-line px-3 py-0 whitespace-nowrap first:sticky first:start-0 first:bg-canvas first:ps-1 group-hover:first:bg-hover',
            column.isNumber && 'text-end',
          )}
        >
          {index === 0 && link ? (
            <RowLink url={link.urlOf(row)} onOpen={() => link.open(row)}>
              {column.cell(row, say)}
            </RowLink>
          ) : (
            column.cell(row, say)
          )}
        </td>
      ))}
    </tr>
  );
}

/** Drawn anew if it or the state of the table has changed, not while the table scrolls. */
export const TableRow = memo(DrawnRow) as typeof DrawnRow;

/** The heading of the rows below it. */
export function GroupRow({ title, width, height }: { title: string; width: number; height: number }) {
  return (
    <tr style={{ height }}>
      <th
        scope="colgroup"
        colSpan={width}
        className="border-b border-line-strong bg-sunken px-3 text-start text-caption font-semibold"
      >
        {title}
      </th>
    </tr>
  );
}

/** Called once when a row becomes the current one. */
function bringIntoView(row: HTMLElement | null): void {
  row?.scrollIntoView({ block: 'nearest' });
}

export function RowCheckbox<Row>({ table, row }: { table: TableState<Row>; row: Row }) {
  const t = useMessages('ui');
  return (
    <input
      type="checkbox"
      aria-label={t('select', { what: table.idOf(row) })}
      checked={table.isSelected(row)}
      onChange={() => table.toggle(row)}
      className="size-4 align-middle accent-accent"
    />
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
