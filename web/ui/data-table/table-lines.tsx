import type { Column } from './columns.tsx';
import type { DataTableProps } from './data-table.tsx';
import { RowCheckbox, RowLink } from './table-row.tsx';
import type { TableState } from './use-table.ts';

interface TableLinesProps<Row extends object> extends Pick<DataTableProps<Row>, 'name' | 'say' | 'link'> {
  columns: readonly Column<Row>[];
  table: TableState<Row>;
  hasSelection: boolean;
}

/** Below 640 px, a record is two lines: title and amount, then facts and status. Never a shrunken table. */
export function TableLines<Row extends object>(props: TableLinesProps<Row>) {
  const { name, columns, table, say, link, hasSelection } = props;
  const at = (place: Column<Row>['place']) =>
    columns.filter((column) => column.place === place && !column.isExtra);
  const title = at('title')[0] ?? columns[0];
  const amount = at('amount')[0];
  const status = at('status')[0];
  return (
    <ul aria-label={name} className="flex flex-col">
      {table.rows.map((row) => (
        <li
          key={table.idOf(row)}
          className="flex flex-col gap-1 border-b border-line py-2.5 [contain-intrinsic-size:auto_4rem] [content-visibility:auto]"
        >
          <div className="flex items-baseline justify-between gap-3">
            {hasSelection && <RowCheckbox table={table} row={row} />}
            <span className="min-w-0 flex-1 truncate">
              {link ? (
                <RowLink url={link.urlOf(row)} onOpen={() => link.open(row)}>
                  {title?.cell(row, say)}
                </RowLink>
              ) : (
                title?.cell(row, say)
              )}
            </span>
            {amount && <span className="shrink-0">{amount.cell(row, say)}</span>}
          </div>
          <div className="flex items-center justify-between gap-3 text-muted">
            <span className="flex min-w-0 flex-wrap gap-x-3">
              {at('meta')
                .slice(0, 2)
                .map((column) => (
                  <span key={column.id} className="min-w-0 truncate">
                    {column.cell(row, say)}
                  </span>
                ))}
            </span>
            {status?.cell(row, say)}
          </div>
        </li>
      ))}
    </ul>
  );
}
