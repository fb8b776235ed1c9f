import { getRouteApi } from '@tanstack/react-router';
import { confirmJob } from '../../../api/generated/jobs.ts';
import type { BillRun, DraftReview } from '../../../api/generated/types.ts';
import { useWrite } from '../../../api/writes.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/field.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { useForm } from '../../../ui/use-form.ts';
import { Amounts } from './amounts.tsx';
import { countOf, draftsOf } from './bill-run-view.ts';
import { ConfirmProblem } from './confirm-problem.tsx';
import { TotalsBar } from './totals-bar.tsx';

interface ConfirmStepProps {
  run: BillRun;
  review: DraftReview;
  /** Reads the bill run anew. */
  onLookAgain(): void;
}

const route = getRouteApi('/bill-runs/$jobId');

/** States what will be issued; whoever confirms types how many invoices these are. */
export function ConfirmStep({ run, review, onLookAgain }: ConfirmStepProps) {
  const t = useMessages('billRuns');
  const navigate = route.useNavigate();
  const confirm = useWrite(confirmJob);
  const count = draftsOf(review);
  const blocked = countOf(review, 'BLOCK');
  const warnings = countOf(review, 'WARN');
  const text = t.count('finalize', count);
  const form = useForm(
    {
      initial: { typed: '' },
      check: ({ typed }): { typed?: string } =>
        typed.trim() === text ? {} : { typed: t('typeNeeded', { text }) },
      read: () => ({ reviewVersion: review.version }),
    },
    (body) => confirm.mutate({ job_id: run.id, body }),
  );
  const back = () => void navigate({ search: ({ step: _, ...search }) => search, replace: true });
  const lookAgain = () => {
    confirm.reset();
    onLookAgain();
    back();
  };
  return (
    <>
      <form onSubmit={form.submit} className="flex max-w-3xl flex-col gap-4">
        <p className="text-h2 font-semibold">
          {text}: <Amounts amounts={review.totals} />
        </p>
        <p className="max-w-[72ch]">{count === 0 ? t('finalizeNothing') : t('finalizeText')}</p>
        {blocked > 0 && (
          <Notice kind="bad" title={t.count('openBlocks', blocked)}>
            <p>{t('openBlocksText')}</p>
          </Notice>
        )}
        {warnings > 0 && <Notice kind="warn" title={t.count('openWarnings', warnings)} />}
        {confirm.error && <ConfirmProblem error={confirm.error} onLookAgain={lookAgain} />}
        <TextField
          label={t('type', { text })}
          autoComplete="off"
          autoFocus
          disabled={blocked > 0}
          {...form.input('typed')}
        />
        <div className="flex flex-wrap gap-2">
          <Button onClick={back}>{t('backToReview')}</Button>
          <Button kind="primary" type="submit" disabled={blocked > 0 || confirm.isPending}>
            {confirm.isPending ? t('confirming') : t('confirm')}
          </Button>
        </div>
      </form>
      <TotalsBar review={review} />
    </>
  );
}
