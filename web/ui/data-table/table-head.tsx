import { useMessages } from '../../messages/catalogs.ts';
import { classes } from '../classes.ts';
import { ArrowDown, ArrowUp } from '../icons.ts';
import type { DataTableProps } from './data-table.tsx';
import type { TableState } from './use-table.ts';

interface TableHeadProps<Row extends object> extends Pick<DataTableProps<Row>, 'say' | 'sort'> {
  table: TableState<Row>;
  hasSelection: boolean;
}

const HEADING =
  'sticky top-0 z-10 h-9 border-b border-line-strong bg-canvas px-3 text-caption font-medium ' +
  'text-muted first:start-0 first:z-20 first:ps-1 whitespace-nowrap';

export function TableHead<Row extends object>({ table, say, sort, hasSelection }: TableHeadProps<Row>) {
  const t = useMessages('ui');
  return (
    <thead>
      <tr>
        {hasSelection && (
          <th scope="col" className={classes(HEADING, 'w-8')}>
            <input
              type="checkbox"
              aria-label={t('selectAll')}
              checked={table.areAllSelected}
              onChange={table.toggleAll}
              className="size-4 align-middle accent-accent"
            />
          </th>
        )}
        {table.shown.map((column) => (
          <th
            key={column.id}
            scope="col"
            aria-sort={column.sort && sort ? directionOf(sort.by, column.sort) : undefined}
            className={classes(HEADING, column.isNumber ? 'text-end' : 'text-start')}
          >
            {column.sort && sort ? (
              <SortButton by={column.sort} sort={sort}>
                {say(column.id)}
              </SortButton>
            ) : (
              say(column.id)
            )}
          </th>
        ))}
      </tr>
    </thead>
  );
}

interface SortButtonProps {
  by: string;
  sort: NonNullable<DataTableProps<object>['sort']>;
  children: string;
}

function SortButton({ by, sort, children }: SortButtonProps) {
  const direction = directionOf(sort.by, by);
  const Icon = direction === 'ascending' ? ArrowUp : ArrowDown;
  return (
    <button
      type="button"
      onClick={() => sort.onSort(direction === 'descending' ? `${by}:ASC` : `${by}:DESC`)}
      className="inline-flex h-8 items-center gap-1 rounded-sm hover:text-ink"
    >
      {children}
      {direction !== 'none' && <Icon aria-hidden className="size-3.5" />}
    </button>
  );
}

/** Of a sort such as `invoiceDate:DESC`. */
function directionOf(sorted: string, by: string): 'ascending' | 'descending' | 'none' {
  if (!sorted.startsWith(`${by}:`)) return 'none';
  return sorted.endsWith(':ASC') ? 'ascending' : 'descending';
}
