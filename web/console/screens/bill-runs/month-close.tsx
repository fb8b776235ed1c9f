import { getRouteApi, Link } from '@tanstack/react-router';
import { createDraftReview } from '../../../api/generated/draft-reviews.ts';
import { createBillRun } from '../../../api/generated/invoices.ts';
import { snippet } from '../../../api/snippet.ts';
import { formatCount } from '../../../format/money.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { Allowed } from '../../../parts/allowed.tsx';
import { ProblemNotice } from '../../../parts/problem-notice.tsx';
import { SnippetButton } from '../../../parts/snippet-button.tsx';
import { useFilters } from '../../../parts/use-filters.ts';
import { Button, buttonClasses } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Page } from '../../../ui/page.tsx';
import { Progress } from '../../../ui/progress.tsx';
import { selectionOf } from './bill-run-form.ts';
import { percentDone } from './bill-run-view.ts';
import { ReviewedDrafts } from './reviewed-drafts.tsx';
import { SelectionFilters } from './selection-filters.tsx';
import { TotalsBar } from './totals-bar.tsx';
import { type CurrentReview, useCurrentReview } from './use-current-review.ts';

const route = getRouteApi('/month-close');

/** Every draft as it is now, with what the checks find; computed again before it is a minute old. */
export function MonthClose() {
  const t = useMessages('billRuns');
  const [search, change] = useFilters(route);
  const selection = selectionOf(search);
  const current = useCurrentReview(selection);
  const { customer, account, plan, from, until } = search;
  return (
    <Page
      above={<Link to="/bill-runs">{t('title')}</Link>}
      title={t('monthClose')}
      actions={
        <>
          <Allowed operation={createBillRun}>
            <Link
              to="/bill-runs/new"
              search={{ customer, account, plan, from, until }}
              className={buttonClasses('primary')}
            >
              {t('startRun')}
            </Link>
          </Allowed>
          <SnippetButton code={snippet(createDraftReview, { body: { selection } })} />
        </>
      }
    >
      <SelectionFilters search={search} onSearch={change} />
      <State current={current} />
      {current.shown && (
        <>
          <ReviewedDrafts review={current.shown} search={search} onSearch={change} canDecide={false} />
          <TotalsBar review={current.shown} />
        </>
      )}
    </Page>
  );
}

/** Why there are no rows, or none that are new enough. */
function State({ current }: { current: CurrentReview }) {
  const t = useMessages('billRuns');
  const { shown, next, isStale, error, compute } = current;
  if (error && !shown) return <ProblemNotice error={error} onRetry={compute} />;
  if (isStale)
    return (
      <Notice kind="warn" title={t('staleTitle')} actions={<Button onClick={compute}>{t('compute')}</Button>}>
        <p>{t('staleText')}</p>
      </Notice>
    );
  if (next?.status === 'FAILED' && !shown)
    return (
      <Notice kind="bad" title={t('checkFailed')} actions={<Button onClick={compute}>{t('compute')}</Button>}>
        <p>{next.failureReason}</p>
      </Notice>
    );
  if (shown) return null;
  const [done, all] = [next?.computedDrafts ?? 0, next?.totalDrafts ?? 0];
  return (
    <div className="flex max-w-3xl flex-col gap-2">
      <p role="status">{t('computing', { done: formatCount(done), all: formatCount(all) })}</p>
      <Progress label={t('monthClose')} percent={percentDone(done, all)} />
    </div>
  );
}
