import { getRouteApi, Link } from '@tanstack/react-router';
import { listReports, previewReport } from '../../../api/generated/reports.ts';
import type { Report } from '../../../api/generated/types.ts';
import { formatCount } from '../../../format/money.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { Allowed } from '../../../parts/allowed.tsx';
import { ListPage } from '../../../parts/list-page.tsx';
import { recordPath, useRecordLink } from '../../../parts/use-record-link.ts';
import { buttonClasses } from '../../../ui/button.tsx';
import { type Column, identifier, moment, status, text } from '../../../ui/data-table/columns.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { looksOf } from '../../../ui/look.ts';
import { TemplateList } from './template-list.tsx';

export const reportStatus = looksOf<Report['status']>({
  QUEUED: { tone: 'neutral' },
  RUNNING: { tone: 'info', shape: 'half' },
  UPLOAD_PENDING: { tone: 'info', shape: 'half' },
  COMPLETED: { tone: 'good' },
  FAILED: { tone: 'bad' },
});

const columns: readonly Column<Report>[] = [
  text('name', ({ name }) => name, { place: 'title' }),
  status('status', ({ status: state }) => reportStatus.look(state)),
  text('rows', ({ rowCount }) => (rowCount === undefined ? null : formatCount(rowCount))),
  text('failure', ({ failureReason }) => failureReason, { place: 'none' }),
  moment('createdAt', ({ createdAt }) => createdAt),
  identifier('id', ({ id }) => id, { isExtra: true }),
];

const route = getRouteApi('/reports');

export function ReportList() {
  const t = useMessages('reports');
  const search = route.useSearch();
  const link = useRecordLink(pathOf);
  return (
    <ListPage
      title={t('title')}
      operation={listReports}
      input={search}
      columns={columns}
      idOf={({ id }) => id}
      link={link}
      say={t}
      actions={
        <Allowed operation={previewReport}>
          <Link to="/reports/view" search={{ edit: '1' }} className={buttonClasses('primary')}>
            {t('new')}
          </Link>
        </Allowed>
      }
      above={
        <>
          <TemplateList />
          <h2 className="border-t border-line pt-4 text-h2 font-semibold">{t('files')}</h2>
        </>
      }
      empty={<EmptyState text={t('empty')} />}
    />
  );
}

function pathOf({ id }: Report): string {
  return recordPath('reports', id);
}
