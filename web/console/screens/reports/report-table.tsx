import { useMemo } from 'react';
import type { ReportPreview } from '../../../api/generated/types.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { DataTable } from '../../../ui/data-table/data-table.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { reportColumns } from './report-columns.tsx';
import { rowsOf } from './report-rows.ts';

interface ReportTableProps {
  name: string;
  preview: ReportPreview;
  before: ReportPreview | null;
  zone: string;
  isStale: boolean;
}

/** The first rows of a report, beside those of the period before. */
export function ReportTable({ name, preview, before, zone, isStale }: ReportTableProps) {
  const t = useMessages('reports');
  const [beforeText, changeText] = [t('before'), t('change')];
  const rows = useMemo(() => rowsOf(preview, before), [preview, before]);
  const columns = useMemo(() => {
    const compared = before ? { before: beforeText, change: changeText } : null;
    return reportColumns(preview, { zone, compared });
  }, [preview, before, zone, beforeText, changeText]);
  return (
    <>
      <DataTable
        // Another query has other columns.
        key={columns.map(({ id }) => id).join()}
        name={name}
        columns={columns}
        data={{
          ...{ rows, isStale, isLoading: false, hasMore: false },
          onMore: () => undefined,
          all: async () => rows,
        }}
        idOf={idOf}
        say={same}
        empty={<EmptyState text={t('noRows')} />}
      />
      {preview.isCut && <p className="text-muted">{t('isCut', { count: preview.rows.length })}</p>}
    </>
  );
}

function idOf({ id }: { id: string }): string {
  return id;
}

/** Headings are those of the report. */
function same(key: string): string {
  return key;
}
