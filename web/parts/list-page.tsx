import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { ApiOperation, OperationFacts } from '../api/operation.ts';
import { type Page as ApiPage, pages, type RowOf, readAll, rowsOf } from '../api/queries.ts';
import { snippet } from '../api/snippet.ts';
import type { Column } from '../ui/data-table/columns.tsx';
import { DataTable, type DataTableProps } from '../ui/data-table/data-table.tsx';
import { Page } from '../ui/page.tsx';
import { ProblemNotice } from './problem-notice.tsx';
import { readNamesOf, useNames } from './record-names/use-names.ts';
import { SavedViews } from './saved-views/saved-views.tsx';
import { SnippetButton } from './snippet-button.tsx';

interface ListPageProps<Input, Output extends ApiPage>
  extends Omit<DataTableProps<RowOf<Output> & object>, 'data' | 'name' | 'totals'> {
  title: string;
  operation: ApiOperation<Input, Output>;
  input: Input;
  /** The rows of its totals; every page has those of the whole list. */
  totalsOf?(page: Output): readonly RowOf<Output>[];
  actions?: ReactNode;
  /** Between the heading and the list. */
  above?: ReactNode;
}

/** A screen that shows one list of the API: its pages, its filters, its columns and the request behind it. */
export function ListPage<Input, Output extends ApiPage>(props: ListPageProps<Input, Output>) {
  const { title, operation, input, actions, above, filters, ...table } = props;
  return (
    <Page
      title={title}
      actions={
        <>
          {actions}
          <SnippetButton code={snippet(operation, input)} />
        </>
      }
    >
      {above}
      <List
        {...table}
        name={title}
        operation={operation}
        input={input}
        filters={
          filters && (
            <>
              <SavedViews />
              {filters}
            </>
          )
        }
      />
    </Page>
  );
}

type ListProps<Input, Output extends ApiPage> = Omit<
  ListPageProps<Input, Output>,
  'title' | 'actions' | 'above'
> & {
  name: string;
};

/** The same list inside of another screen. */
export function List<Input, Output extends ApiPage>({
  operation,
  input,
  totalsOf,
  ...table
}: ListProps<Input, Output>) {
  const query = useInfiniteQuery({ ...pages(operation, input), placeholderData: (before) => before });
  const rows = query.data?.pages.flatMap((page) => rowsOf(page)) ?? NO_ROWS;
  const [first] = query.data?.pages ?? [];
  const names = useNames(table.columns, rows as (RowOf<Output> & object)[]);
  if (query.isError && rows.length === 0)
    return <ProblemNotice error={query.error} onRetry={() => void query.refetch()} />;
  return (
    <DataTable
      {...table}
      columns={sortableOf(table.columns, operation)}
      {...(totalsOf && first && { totals: totalsOf(first) as (RowOf<Output> & object)[] })}
      data={{
        rows: rows as (RowOf<Output> & object)[],
        isLoading: query.isPending || names.isLoading,
        isStale: query.isFetching,
        hasMore: query.hasNextPage,
        onMore: () => void query.fetchNextPage(),
        all: async (reading) => {
          const all = (await readAll(operation, input, reading)) as (RowOf<Output> & object)[];
          await readNamesOf(table.columns, all, reading.signal);
          return all;
        },
      }}
    />
  );
}

const NO_ROWS: never[] = [];

/** A heading that the service would reject does not sort; a test of screens fails. */
function sortableOf<Row>(
  columns: readonly Column<Row>[],
  { id, sorts = [] }: OperationFacts,
): readonly Column<Row>[] {
  return columns.map(({ sort, ...column }) => {
    if (sort === undefined) return column;
    if (sorts.includes(sort)) return { ...column, sort };
    console.error(`${id} does not sort by ${sort}`);
    return column;
  });
}
