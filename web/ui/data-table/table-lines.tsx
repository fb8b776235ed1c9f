import { lazy, Suspense } from 'react';
import { useMessages } from '../../messages/catalogs.ts';
import type { Column } from './columns.tsx';
import type { DataTableProps } from './data-table.tsx';
import { groupAt } from './groups.ts';
import { MAX_ROWS_IN_PAGE } from './table-body.tsx';
import { RowCheckbox, RowLink } from './table-row.tsx';
import type { TableState } from './use-table.ts';

// Lists begin with one page, and most have no second.
const VirtualLines = lazy(async () => ({ default: (await import('./virtual-lines.tsx')).VirtualLines }));

interface TableLinesProps<Row extends object>
  extends Pick<DataTableProps<Row>, 'name' | 'say' | 'link' | 'groupOf' | 'totals'> {
  columns: readonly Column<Row>[];
  table: TableState<Row>;
  hasSelection: boolean;
}

/** The list, and below it a line for each total. */
export function TableLines<Row extends object>(props: TableLinesProps<Row>) {
  const t = useMessages('ui');
  const { columns, totals = [] } = props;
  const places = placesOf(columns);
  const { link: _, ...plain } = props;
  return (
    <>
      <RecordLines {...props} />
      {totals.length > 0 && (
        <ul aria-label={t('total')} className="flex flex-col font-semibold">
          {totals.map((row) => (
            <Line
              key={props.table.idOf(row)}
              {...plain}
              group={null}
              hasSelection={false}
              row={row}
              places={places}
              attributes={{}}
            />
          ))}
        </ul>
      )}
    </>
  );
}

/** Below 640 px, a record is two lines: title and amount, then facts and status. Never a shrunken table. */
function RecordLines<Row extends object>(props: TableLinesProps<Row>) {
  const { name, columns, table } = props;
  const places = placesOf(columns);
  const lineAt = (index: number, attributes: LineAttributes = {}) => {
    const row = table.rows[index];
    if (!row) return null;
    const group = groupAt(table.rows, index, props.groupOf);
    return <Line key={table.idOf(row)} {...props} {...{ row, group, places, attributes }} />;
  };
  const first = (
    <ul aria-label={name} className="flex flex-col">
      {table.rows.slice(0, MAX_ROWS_IN_PAGE).map((_, index) => lineAt(index))}
    </ul>
  );
  if (table.rows.length <= MAX_ROWS_IN_PAGE) return first;
  return (
    <Suspense fallback={first}>
      <VirtualLines name={name} count={table.rows.length} lineAt={lineAt} />
    </Suspense>
  );
}

interface LineAttributes {
  ref?(line: HTMLElement | null): void;
  'data-index'?: number;
}

function placesOf<Row>(columns: readonly Column<Row>[]) {
  const at = (place: Column<Row>['place']) =>
    columns.filter(({ place: own, isExtra, isInLines }) => own === place && (!isExtra || isInLines));
  return {
    title: at('title')[0] ?? columns[0],
    amount: at('amount')[0],
    status: at('status')[0],
    meta: at('meta').slice(0, 2),
  };
}

interface LineProps<Row extends object> extends TableLinesProps<Row> {
  row: Row;
  group: string | null;
  places: ReturnType<typeof placesOf<Row>>;
  attributes: LineAttributes;
}

function Line<Row extends object>(props: LineProps<Row>) {
  const { table, row, group, say, link, hasSelection, attributes } = props;
  const { title, amount, status, meta } = props.places;
  return (
    <li {...attributes} className="flex flex-col gap-1 border-b border-line py-2.5">
      {group !== null && <p className="mb-1 bg-sunken px-2 py-1 text-caption font-semibold">{group}</p>}
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
          {meta.map((column) => (
            <span key={column.id} className="min-w-0 truncate">
              {column.cell(row, say)}
            </span>
          ))}
        </span>
        {status?.cell(row, say)}
      </div>
    </li>
  );
}
