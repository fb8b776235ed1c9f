import { getRouteApi, Link } from '@tanstack/react-router';
import { decideReviewedDrafts } from '../../../api/generated/draft-reviews.ts';
import { confirmJob } from '../../../api/generated/jobs.ts';
import type { BillRun, DraftReview } from '../../../api/generated/types.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { useFilters } from '../../../parts/use-filters.ts';
import { isAllowed, useSession } from '../../../session/session.tsx';
import { buttonClasses } from '../../../ui/button.tsx';
import { useShortcuts } from '../../../ui/shortcuts.ts';
import { CheckButton } from './checks-step.tsx';
import { RejectButton } from './reject-button.tsx';
import { ReviewedDrafts } from './reviewed-drafts.tsx';
import { TotalsBar } from './totals-bar.tsx';

const route = getRouteApi('/bill-runs/$jobId');
const NO_KEYS = {};

interface ReviewStepProps {
  run: BillRun;
  review: DraftReview;
  /** Its confirmation was sent for approval. */
  isWaiting: boolean;
}

/** The drafts of a bill run with their findings; the bar below says what would be issued now. */
export function ReviewStep({ run, review, isWaiting }: ReviewStepProps) {
  const t = useMessages('billRuns');
  const [search, change] = useFilters(route);
  const session = useSession();
  const navigate = route.useNavigate();
  const next = { ...search, step: 'confirm' };
  const canConfirm = isAllowed(session, confirmJob) && !isWaiting;
  // The button is behind every row.
  useShortcuts(canConfirm ? { f: () => void navigate({ search: next }) } : NO_KEYS);
  return (
    <>
      <ReviewedDrafts
        review={review}
        search={search}
        onSearch={change}
        canDecide={isAllowed(session, decideReviewedDrafts)}
      />
      <TotalsBar review={review}>
        <RejectButton jobId={run.id} />
        <CheckButton jobId={run.id} label={t('checkAgain')} />
        {canConfirm && (
          <Link
            to="/bill-runs/$jobId"
            params={{ jobId: run.id }}
            search={next}
            className={buttonClasses('primary')}
          >
            {t('continue')}
          </Link>
        )}
      </TotalsBar>
    </>
  );
}
