import { Link } from '@tanstack/react-router';
import type { BillRun, DraftReview } from '../../../api/generated/types.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { buttonClasses } from '../../../ui/button.tsx';
import { Amounts } from './amounts.tsx';
import { draftsOf } from './bill-run-view.ts';
import { TotalsBar } from './totals-bar.tsx';

/** What will be issued once the confirmation is approved: there is nothing to confirm again. */
export function ConfirmWaiting({ run, review }: { run: BillRun; review: DraftReview }) {
  const t = useMessages('billRuns');
  return (
    <>
      <p className="text-h2 font-semibold">
        {t.count('finalize', draftsOf(review))}: <Amounts amounts={review.totals} />
      </p>
      <p>
        <Link to="/bill-runs/$jobId" params={{ jobId: run.id }} search={{}} className={buttonClasses()}>
          {t('backToReview')}
        </Link>
      </p>
      <TotalsBar review={review} />
    </>
  );
}
