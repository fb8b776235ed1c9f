import { getRouteApi, Link } from '@tanstack/react-router';
import { listBillRuns } from '../../../api/generated/draft-reviews.ts';
import { createBillRun } from '../../../api/generated/invoices.ts';
import type { BillRun } from '../../../api/generated/types.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { Allowed } from '../../../parts/allowed.tsx';
import { jobStatus } from '../../../parts/job-look.ts';
import { ListPage } from '../../../parts/list-page.tsx';
import { useFilters } from '../../../parts/use-filters.ts';
import { recordPath, useRecordLink } from '../../../parts/use-record-link.ts';
import { buttonClasses } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ChoiceFilter } from '../../../ui/filters.tsx';
import { billRunColumns } from './bill-run-columns.tsx';
import { Outlook } from './outlook.tsx';

const route = getRouteApi('/bill-runs');

/** Bill runs, and what waits for the next one. */
export function BillRunList() {
  const t = useMessages('billRuns');
  const jobs = useMessages('jobs');
  const [search, change] = useFilters(route);
  const link = useRecordLink(pathOf);
  const say = (key: string) =>
    key.startsWith('status.') ? jobs(key as 'status.PENDING') : t(key as 'drafts');
  const create = (
    <Allowed operation={createBillRun}>
      <Link to="/bill-runs/new" className={buttonClasses('primary')}>
        {t('new')}
      </Link>
    </Allowed>
  );
  return (
    <ListPage
      title={t('title')}
      operation={listBillRuns}
      input={search}
      columns={billRunColumns}
      idOf={({ id }) => id}
      link={link}
      say={say}
      above={<Outlook input={search} />}
      filters={
        <ChoiceFilter
          label={t('status')}
          value={search.status ?? ''}
          onChange={(status) => change({ status })}
          options={jobStatus.options(jobs)}
        />
      }
      actions={
        <>
          <Link to="/bill-runs/checks" className={buttonClasses()}>
            {t('checks')}
          </Link>
          <Link to="/month-close" className={buttonClasses()}>
            {t('monthClose')}
          </Link>
          {create}
        </>
      }
      empty={<EmptyState text={t('empty')} action={create} />}
    />
  );
}

function pathOf({ id }: BillRun): string {
  return recordPath('bill-runs', id);
}
