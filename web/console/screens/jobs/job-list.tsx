import { getRouteApi } from '@tanstack/react-router';
import { listJobs } from '../../../api/generated/jobs.ts';
import type { ListJobsResponse } from '../../../api/generated/types.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { JOB_TYPES, jobStatus } from '../../../parts/job-look.ts';
import { ListPage } from '../../../parts/list-page.tsx';
import { useFilters } from '../../../parts/use-filters.ts';
import { recordPath, useRecordLink } from '../../../parts/use-record-link.ts';
import { type Column, identifier, moment, status } from '../../../ui/data-table/columns.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ChoiceFilter } from '../../../ui/filters.tsx';

type ListedJob = ListJobsResponse['data'][number];

const columns: readonly Column<ListedJob>[] = [
  status('type', ({ type }) => ({ tone: 'neutral', word: `type.${type}` }), { place: 'title' }),
  status('status', ({ status: state }) => jobStatus.look(state)),
  moment('updatedAt', ({ updatedAt }) => updatedAt),
  identifier('id', ({ id }) => id),
];

const route = getRouteApi('/jobs');

export function JobList() {
  const t = useMessages('jobs');
  const [search, change] = useFilters(route);
  const link = useRecordLink(pathOf);
  return (
    <ListPage
      title={t('title')}
      operation={listJobs}
      input={search}
      columns={columns}
      idOf={({ id }) => id}
      link={link}
      say={t}
      filters={
        <>
          <ChoiceFilter
            label={t('type')}
            value={search.type ?? ''}
            onChange={(type) => change({ type })}
            options={JOB_TYPES.map((value) => ({ value, text: t(`type.${value}`) }))}
          />
          <ChoiceFilter
            label={t('status')}
            value={search.status ?? ''}
            onChange={(status) => change({ status })}
            options={jobStatus.options(t)}
          />
        </>
      }
      empty={<EmptyState text={t('empty')} />}
    />
  );
}

function pathOf({ id }: ListedJob): string {
  return recordPath('jobs', id);
}
