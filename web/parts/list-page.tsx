import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { ApiOperation } from '../api/operation.ts';
import { type Page as ApiPage, pages } from '../api/queries.ts';
import { snippet } from '../api/snippet.ts';
import { DataTable, type DataTableProps } from '../ui/data-table/data-table.tsx';
import { Page } from '../ui/page.tsx';
import { ProblemNotice } from './problem-notice.tsx';
import { SnippetButton } from './snippet-button.tsx';

interface ListPageProps<Input, Row extends object> extends Omit<DataTableProps<Row>, 'data' | 'name'> {
  title: string;
  operation: ApiOperation<Input, ApiPage<Row>>;
  input: Input;
  actions?: ReactNode;
}

/** A screen that shows one list of the API: its pages, its filters, its columns and the request behind it. */
export function ListPage<Input, Row extends object>(props: ListPageProps<Input, Row>) {
  const { title, operation, input, actions, ...table } = props;
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
      <List {...table} name={title} operation={operation} input={input} />
    </Page>
  );
}

type ListProps<Input, Row extends object> = Omit<ListPageProps<Input, Row>, 'title' | 'actions'> & {
  name: string;
};

/** The same list inside of another screen. */
export function List<Input, Row extends object>({ operation, input, ...table }: ListProps<Input, Row>) {
  const query = useInfiniteQuery({ ...pages(operation, input), placeholderData: (before) => before });
  const rows = query.data?.pages.flatMap((page) => page.data) ?? NO_ROWS;
  if (query.isError && rows.length === 0)
    return <ProblemNotice error={query.error} onRetry={() => void query.refetch()} />;
  return (
    <DataTable
      {...table}
      data={{
        rows: rows as Row[],
        isLoading: query.isPending,
        isStale: query.isFetching,
        hasMore: query.hasNextPage,
        onMore: () => void query.fetchNextPage(),
      }}
    />
  );
}

const NO_ROWS: never[] = [];
