import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { confirmJob, getJob, rejectJob } from '../../../api/generated/jobs.ts';
import type { Job } from '../../../api/generated/types.ts';
import { one } from '../../../api/queries.ts';
import { snippet } from '../../../api/snippet.ts';
import { useWrite } from '../../../api/writes.ts';
import { formatCount } from '../../../format/money.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { Allowed } from '../../../parts/allowed.tsx';
import { ConfirmButton } from '../../../parts/confirm-button.tsx';
import { isOver, jobStatus, progressOf } from '../../../parts/job-look.ts';
import { SnippetButton } from '../../../parts/snippet-button.tsx';
import { Identifier } from '../../../ui/identifier.tsx';
import { Instant } from '../../../ui/instant.tsx';
import { Facts, Page, Section } from '../../../ui/page.tsx';
import { Progress } from '../../../ui/progress.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { JobEntryTable } from './job-entry-table.tsx';

const route = getRouteApi('/jobs/$jobId');
const POLL_MS = 2000;

/** A job: what it will do or did, entry by entry, and the decision that it waits for. */
export function JobDetail() {
  const t = useMessages('jobs');
  const { jobId } = route.useParams();
  const input = { job_id: jobId };
  const { data: job } = useSuspenseQuery({
    ...one(getJob, input),
    refetchInterval: ({ state }) => (state.data && isOver(state.data) ? false : POLL_MS),
  });
  return (
    <Page
      above={<Link to="/jobs">{t('title')}</Link>}
      title={t(`type.${job.type}`)}
      beside={
        <>
          <StatusBadge look={jobStatus.look(job.status)} say={t} />
          <Identifier value={job.id} isShort />
        </>
      }
      actions={
        <>
          {job.status === 'WAITING_FOR_CONFIRMATION' && <Decision job={job} />}
          <SnippetButton code={snippet(getJob, input)} />
        </>
      }
    >
      {!isOver(job) && <Progress label={t('progress')} percent={progressOf(job)} />}
      <Facts
        facts={[
          { label: t('all'), value: formatCount(job.totalJobEntries) },
          { label: t('completed'), value: formatCount(job.completedJobEntries) },
          { label: t('failed'), value: formatCount(job.failedJobEntries) },
          { label: t('pending'), value: formatCount(job.pendingJobEntries) },
          { label: t('updatedAt'), value: <Instant at={job.updatedAt} isRelative /> },
        ]}
      />
      <Section title={t('entries')}>
        <JobEntryTable job={job} />
      </Section>
    </Page>
  );
}

function Decision({ job }: { job: Job }) {
  const t = useMessages('jobs');
  const confirm = useWrite(confirmJob);
  const reject = useWrite(rejectJob);
  return (
    <Allowed operation={confirmJob}>
      <ConfirmButton
        label={t('reject')}
        title={t('rejectTitle')}
        isPending={reject.isPending}
        error={reject.error}
        onConfirm={(close) => reject.mutate({ job_id: job.id }, { onSuccess: close })}
      >
        <p>{t('rejectText')}</p>
      </ConfirmButton>
      <ConfirmButton
        label={t('confirm')}
        title={t('confirmTitle')}
        kind="primary"
        isPending={confirm.isPending}
        error={confirm.error}
        onConfirm={(close) => confirm.mutate({ job_id: job.id }, { onSuccess: close })}
      >
        <p>{t.count('confirmText', job.totalJobEntries)}</p>
      </ConfirmButton>
    </Allowed>
  );
}
