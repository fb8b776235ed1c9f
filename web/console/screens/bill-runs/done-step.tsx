import { Link } from '@tanstack/react-router';
import type { BillRun } from '../../../api/generated/types.ts';
import { formatCount } from '../../../format/money.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { isOver } from '../../../parts/job-look.ts';
import { buttonClasses } from '../../../ui/button.tsx';
import { Figures } from '../../../ui/figures.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Progress } from '../../../ui/progress.tsx';
import { Amounts } from './amounts.tsx';
import { draftsOf, percentDone } from './bill-run-view.ts';
import { ByLine } from './by-line.tsx';
import { ResultTable } from './result-table.tsx';
import { RetryButton } from './retry-button.tsx';

/** What was issued, what failed and why, and what waits for hooks. */
export function DoneStep({ run }: { run: BillRun }) {
  const t = useMessages('billRuns');
  const { id, status, review, totalEntries, pendingEntries, failedEntries } = run;
  if (status === 'CANCELLED')
    return (
      <Notice kind="info" title={t('rejectedTitle')}>
        <p>{t('rejectedText')}</p>
        <DecidedBy run={run} />
      </Notice>
    );
  return (
    <>
      {!isOver(run) && (
        <Progress label={t('issuing')} percent={percentDone(totalEntries - pendingEntries, totalEntries)} />
      )}
      <Outcome run={run} />
      <DecidedBy run={run} />
      {failedEntries > 0 && (
        <Notice
          kind="bad"
          title={t.count('failedTitle', failedEntries)}
          actions={
            <>
              <Link
                to="/bill-runs/$jobId"
                params={{ jobId: id }}
                search={{ entry_status: 'FAILED' }}
                className={buttonClasses()}
              >
                {t('showFailed')}
              </Link>
              {isOver(run) && <RetryButton run={run} />}
            </>
          }
        >
          <p>{t('failedText')}</p>
        </Notice>
      )}
      {review ? (
        <ResultTable review={review} isOver={isOver(run)} />
      ) : (
        <Notice
          kind="info"
          title={t('unreviewed')}
          actions={
            <Link to="/jobs/$jobId" params={{ jobId: id }} className={buttonClasses()}>
              {t('entries')}
            </Link>
          }
        />
      )}
    </>
  );
}

/** Who confirmed or discarded it, and when; nobody for one that expired. */
function DecidedBy({ run: { decidedAt, decidedByName, rejectedBy } }: { run: BillRun }) {
  const t = useMessages('billRuns');
  if (!decidedAt) return null;
  return (
    <p className="flex flex-wrap items-baseline gap-x-2">
      {t(rejectedBy ? 'discardedBy' : 'confirmedBy')}
      <ByLine byName={decidedByName} at={decidedAt} />
    </p>
  );
}

function Outcome({ run }: { run: BillRun }) {
  const t = useMessages('billRuns');
  const { review, issued, failedEntries, heldEntries, waitingForHooks } = run;
  const invoices = issued.reduce((all, each) => all + each.invoices, 0);
  return (
    <Figures
      figures={[
        ...(review
          ? [
              {
                label: t('confirmedTotal'),
                value: <Amounts amounts={review.totals} />,
                note: t.count('draftCount', draftsOf(review)),
              },
            ]
          : []),
        {
          label: t('issued'),
          value: <Amounts amounts={issued} />,
          note: t.count('invoiceCount', invoices),
        },
        { label: t('failed'), value: formatCount(failedEntries) },
        { label: t('held'), value: formatCount(heldEntries) },
        ...(waitingForHooks > 0
          ? [{ label: t('hooks'), value: formatCount(waitingForHooks), note: t('hooksText') }]
          : []),
      ]}
    />
  );
}
