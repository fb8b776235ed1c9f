import { useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { getOverview } from '../../../api/generated/overview.ts';
import type { Overview } from '../../../api/generated/types.ts';
import { one } from '../../../api/queries.ts';
import { snippet } from '../../../api/snippet.ts';
import { formatQuantity } from '../../../format/money.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { SnippetButton } from '../../../parts/snippet-button.tsx';
import { place } from '../../../session/environment.ts';
import { buttonClasses } from '../../../ui/button.tsx';
import { TimeChart } from '../../../ui/chart/time-chart.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Page } from '../../../ui/page.tsx';
import { AttentionList } from './attention-list.tsx';
import { HomeFigures } from './home-figures.tsx';
import { HomeRevenue } from './home-revenue.tsx';
import { EVENT_KINDS, isUnused, pointsOf } from './home-view.ts';

const REFRESH_MS = 30_000;

/** What happened lately, and what waits for somebody. */
export function Home() {
  const t = useMessages('home');
  const { data } = useSuspenseQuery({ ...one(getOverview, {}), refetchInterval: REFRESH_MS });
  return (
    <Page
      title={t('title')}
      actions={
        <>
          {place.environment === 'sandbox' && (
            <Link to="/welcome" className={buttonClasses()}>
              {t('guide')}
            </Link>
          )}
          <SnippetButton code={snippet(getOverview, {})} />
        </>
      }
    >
      {isUnused(data) ? <Unused /> : <Lately overview={data} />}
    </Page>
  );
}

function Unused() {
  const t = useMessages('home');
  return (
    <EmptyState
      text={t('empty')}
      action={
        <Link to="/welcome" className={buttonClasses('primary')}>
          {t('begin')}
        </Link>
      }
    />
  );
}

function Lately({ overview }: { overview: Overview }) {
  const t = useMessages('home');
  const { events, attention } = overview;
  return (
    <>
      <HomeFigures overview={overview} />
      <AttentionList attention={attention} />
      <HomeRevenue />
      {events && (
        <div className="border-t border-line pt-4">
          <TimeChart
            title={t('eventsPerHour')}
            series={EVENT_KINDS.map((kind) => ({ label: t(kind) }))}
            points={pointsOf(events)}
            isHourly
            format={formatQuantity}
          />
        </div>
      )}
    </>
  );
}
