import { useMessages } from '../../messages/catalogs.ts';
import { classes } from '../classes.ts';
import type { DataTableProps } from './data-table.tsx';
import type { TableState } from './use-table.ts';

interface TableFootProps<Row extends object> extends Pick<DataTableProps<Row>, 'say'> {
  table: TableState<Row>;
  totals: readonly Row[];
  hasSelection: boolean;
}

const CELL =
  'h-9 border-b border-line bg-surface px-3 whitespace-nowrap font-semibold group-first:border-t ' +
  'group-first:border-t-line-strong first:sticky first:start-0 first:ps-1';

/** The totals stay at the bottom of the table while its rows scroll. */
export function TableFoot<Row extends object>({ table, totals, say, hasSelection }: TableFootProps<Row>) {
  const t = useMessages('ui');
  return (
    <tfoot className="sticky bottom-0 z-10">
      {totals.map((row) => (
        <tr key={table.idOf(row)} className="group">
          {hasSelection && <td className={CELL} />}
          {table.shown.map((column, index) =>
            index === 0 ? (
              <th key={column.id} scope="row" className={classes(CELL, 'text-start')}>
                {t('total')}
              </th>
            ) : (
              <td key={column.id} className={classes(CELL, column.isNumber && 'text-end')}>
                {column.cell(row, say)}
              </td>
            ),
          )}
        </tr>
      ))}
    </tfoot>
  );
}
