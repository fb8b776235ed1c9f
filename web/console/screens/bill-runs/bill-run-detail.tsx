import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { getBillRun } from '../../../api/generated/draft-reviews.ts';
import type { BillRun } from '../../../api/generated/types.ts';
import { one } from '../../../api/queries.ts';
import { snippet } from '../../../api/snippet.ts';
import { formatDay } from '../../../format/time.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { isOver, jobStatus } from '../../../parts/job-look.ts';
import { SnippetButton } from '../../../parts/snippet-button.tsx';
import { useWaiting } from '../../../parts/waiting/use-waiting.ts';
import { WaitingNotice } from '../../../parts/waiting/waiting-notice.tsx';
import { Identifier } from '../../../ui/identifier.tsx';
import { Page } from '../../../ui/page.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { BillRunSteps } from './bill-run-steps.tsx';
import { stepOf } from './bill-run-view.ts';
import { ChecksStep } from './checks-step.tsx';
import { ConfirmStep } from './confirm-step.tsx';
import { ConfirmWaiting } from './confirm-waiting.tsx';
import { DoneStep } from './done-step.tsx';
import { ReviewStep } from './review-step.tsx';

const route = getRouteApi('/bill-runs/$jobId');
const WORKING_MS = 1000;
/** So that decisions of others appear while somebody reviews. */
const WAITING_MS = 15_000;

/** A bill run, at the step that it has reached. */
export function BillRunDetail() {
  const t = useMessages('billRuns');
  const jobs = useMessages('jobs');
  const { jobId } = route.useParams();
  const { step: wanted } = route.useSearch();
  const input = { bill_run_id: jobId };
  const { data: run, refetch } = useSuspenseQuery({
    ...one(getBillRun, input),
    refetchInterval: ({ state }) => (state.data ? intervalOf(state.data) : false),
  });
  const step = stepOf(run, wanted);
  const { review } = run;
  // Whoever asked cannot confirm it again, and nobody else has to.
  const [waiting] = useWaiting(jobId);
  return (
    <Page
      above={<Link to="/bill-runs">{t('title')}</Link>}
      title={t('run', { day: formatDay(run.createdAt) })}
      beside={
        <>
          <StatusBadge look={jobStatus.look(run.status)} say={jobs} />
          <Identifier value={run.id} isShort />
        </>
      }
      actions={<SnippetButton code={snippet(getBillRun, input)} />}
    >
      <BillRunSteps current={step} />
      {waiting && <WaitingNotice approval={waiting} />}
      {step === 'checks' && <ChecksStep run={run} />}
      {step === 'review' && review && (
        <ReviewStep run={run} review={review} isWaiting={waiting !== undefined} />
      )}
      {step === 'confirm' && review && waiting && <ConfirmWaiting run={run} review={review} />}
      {step === 'confirm' && review && !waiting && (
        <ConfirmStep run={run} review={review} onLookAgain={() => void refetch()} />
      )}
      {step === 'done' && <DoneStep run={run} />}
    </Page>
  );
}

function intervalOf(run: BillRun): number | false {
  if (isOver(run)) return run.waitingForHooks > 0 ? WAITING_MS : false;
  const step = stepOf(run);
  return step === 'review' ? WAITING_MS : WORKING_MS;
}
