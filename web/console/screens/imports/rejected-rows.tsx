import { useQuery } from '@tanstack/react-query';
import { readFile } from '../../../api/files.ts';
import { getImport } from '../../../api/generated/imports.ts';
import type { Import } from '../../../api/generated/types.ts';
import { together } from '../../../api/queries.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { type Column, text } from '../../../ui/data-table/columns.tsx';
import { DataTable } from '../../../ui/data-table/data-table.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { hasTooMany, type RejectedRow, rejectedOf } from './import-view.ts';

const columns: readonly Column<RejectedRow>[] = [
  text('line', ({ line }) => line, { place: 'title' }),
  text('record', ({ id }) => id),
  {
    ...text<RejectedRow>('error', ({ error }) => error),
    cell: ({ error }) => <bdi className="block max-w-[72ch] break-words whitespace-normal">{error}</bdi>,
  },
];

/** Each row that was rejected, with its line in the file and the reason; they can be exported as CSV. */
export function RejectedRows({ done }: { done: Import }) {
  const t = useMessages('imports');
  const { id, resultUrl = '', failedRows } = done;
  const isRead = failedRows > 0 && resultUrl !== '' && !hasTooMany(done);
  const { data, isPending, isError } = useQuery({
    ...together(getImport, { import_id: id }, async (signal) =>
      rejectedOf(await readFile(resultUrl, signal)),
    ),
    enabled: isRead,
    retry: false,
  });
  if (failedRows > 0 && resultUrl === '') return <p className="text-muted">{t('resultsGone')}</p>;
  if (failedRows > 0 && hasTooMany(done)) return <Notice kind="info" title={t('resultsMany')} />;
  if (isError) return <Notice kind="warn" title={t('resultsUnread')} />;
  return (
    <>
      {failedRows > 0 && <p className="max-w-[72ch] text-muted">{t('rejectedHelp')}</p>}
      <DataTable
        name={t('rejected')}
        columns={columns}
        data={{
          ...{ rows: data ?? [], isLoading: isRead && isPending, isStale: false, hasMore: false },
          onMore: () => undefined,
        }}
        idOf={({ line }) => line}
        say={t as (key: string) => string}
        empty={<EmptyState text={t('noRejected')} />}
      />
    </>
  );
}
