import { createDraftReview } from '../../../api/generated/draft-reviews.ts';
import type { BillRun } from '../../../api/generated/types.ts';
import { useWrite } from '../../../api/writes.ts';
import { formatCount } from '../../../format/money.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { Allowed } from '../../../parts/allowed.tsx';
import { ProblemNotice } from '../../../parts/problem-notice.tsx';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Progress } from '../../../ui/progress.tsx';
import { percentDone } from './bill-run-view.ts';
import { RejectButton } from './reject-button.tsx';

/** Every draft is computed and checked; then the review follows by itself. */
export function ChecksStep({ run }: { run: BillRun }) {
  const t = useMessages('billRuns');
  const { review } = run;
  if (review?.status === 'COMPUTING') {
    const { computedDrafts: done, totalDrafts: all } = review;
    return (
      <div className="flex max-w-3xl flex-col gap-2">
        <p role="status">{t('checking', { done: formatCount(done), all: formatCount(all) })}</p>
        <Progress label={t('step.checks')} percent={percentDone(done, all)} />
      </div>
    );
  }
  const hasFailed = review?.status === 'FAILED';
  return (
    <Notice
      kind={hasFailed ? 'bad' : 'info'}
      title={hasFailed ? t('checkFailed') : t('notChecked')}
      actions={
        <>
          <CheckButton jobId={run.id} label={t('check')} />
          <RejectButton jobId={run.id} />
        </>
      }
    >
      <p>{hasFailed ? review.failureReason : t('notCheckedText')}</p>
    </Notice>
  );
}

/** Computes and checks every draft of the bill run anew. */
export function CheckButton({ jobId, label }: { jobId: string; label: string }) {
  const { mutate, isPending, error } = useWrite(createDraftReview);
  return (
    <Allowed operation={createDraftReview}>
      {error && <ProblemNotice error={error} />}
      <Button disabled={isPending} onClick={() => mutate({ body: { jobId } })}>
        {label}
      </Button>
    </Allowed>
  );
}
