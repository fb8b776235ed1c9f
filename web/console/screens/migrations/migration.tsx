import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { getJob, listJobEntries } from '../../../api/generated/jobs.ts';
import type { Job, JobEntry } from '../../../api/generated/types.ts';
import { one } from '../../../api/queries.ts';
import { snippet } from '../../../api/snippet.ts';
import { formatCount } from '../../../format/money.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { isOver, jobStatus, progressOf } from '../../../parts/job-look.ts';
import { List } from '../../../parts/list-page.tsx';
import { SnippetButton } from '../../../parts/snippet-button.tsx';
import { recordPath, useRecordLink } from '../../../parts/use-record-link.ts';
import { type Column, identifier, status, text } from '../../../ui/data-table/columns.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Identifier } from '../../../ui/identifier.tsx';
import { Facts, Page, Section } from '../../../ui/page.tsx';
import { Progress } from '../../../ui/progress.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { RetryButton } from './retry-button.tsx';
import { StopButton } from './stop-button.tsx';

const route = getRouteApi('/migrations/$jobId');
const POLL_MS = 2000;

const columns: readonly Column<JobEntry>[] = [
  identifier('account', ({ entityId }) => entityId, { place: 'title' }),
  status('outcome', ({ status: state }) => jobStatus.look(state as Job['status'])),
  text('effectiveFrom', ({ metadata }) => metadata?.effectiveFrom),
  text('dropped', ({ metadata }) => metadata?.dropped),
  text('error', ({ metadata }) => metadata?.error),
];

/** A migration: how far it is, what became of each account, and how to stop it or to repeat what failed. */
export function Migration() {
  const t = useMessages('migrations');
  const jobs = useMessages('jobs');
  const { jobId } = route.useParams();
  const link = useRecordLink(pathOf);
  const { data: job } = useSuspenseQuery({
    ...one(getJob, { job_id: jobId }),
    refetchInterval: ({ state }) => (state.data && isOver(state.data) ? false : POLL_MS),
  });
  const say = (key: string) =>
    key.startsWith('status.') ? jobs(key as 'status.PENDING') : t(key as 'account');
  return (
    <Page
      above={<Link to="/jobs">{jobs('title')}</Link>}
      title={t('title')}
      beside={
        <>
          <StatusBadge look={jobStatus.look(job.status)} say={jobs} />
          <Identifier value={job.id} isShort />
        </>
      }
      actions={
        <>
          {job.status === 'IN_PROGRESS' && <StopButton job={job} />}
          {isOver(job) && job.failedJobEntries > 0 && <RetryButton job={job} />}
          <SnippetButton code={snippet(getJob, { job_id: jobId })} />
        </>
      }
    >
      {!isOver(job) && <Progress label={jobs('progress')} percent={progressOf(job)} />}
      <Facts
        facts={[
          { label: jobs('all'), value: formatCount(job.totalJobEntries) },
          { label: jobs('completed'), value: formatCount(job.completedJobEntries) },
          { label: jobs('failed'), value: formatCount(job.failedJobEntries) },
          { label: jobs('pending'), value: formatCount(job.pendingJobEntries) },
          { label: t('from'), value: `${job.metadata?.sourceId} (${job.metadata?.sourceVersion})` },
          {
            label: t('to'),
            value: job.metadata?.targetId
              ? `${job.metadata.targetId} (${job.metadata.targetVersion})`
              : t('noTarget'),
          },
        ]}
      />
      <Section title={t('log')}>
        <List
          name={t('log')}
          operation={listJobEntries}
          input={{ job_id: jobId }}
          columns={columns}
          idOf={({ entityId }) => entityId}
          link={link}
          say={say}
          empty={<EmptyState text={t('nobody')} />}
        />
      </Section>
    </Page>
  );
}

function pathOf({ entityId }: JobEntry): string {
  return recordPath('accounts', entityId);
}
