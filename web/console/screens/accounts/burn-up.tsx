import { useQuery } from '@tanstack/react-query';
import { getMetrics } from '../../../api/generated/metrics.ts';
import type { AccountOverview } from '../../../api/generated/types.ts';
import { one } from '../../../api/queries.ts';
import { formatMoney } from '../../../format/money.ts';
import { formatInstant } from '../../../format/time.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { ProblemNotice } from '../../../parts/problem-notice.tsx';
import { isAllowed, useSession } from '../../../session/session.tsx';
import { TimeChart } from '../../../ui/chart/time-chart.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { burnUpOf, burnUpRequest } from './burn-up-view.ts';

/** What usage has cost in the current cycle, day by day, and where it will end at this pace. */
export function BurnUp({ overview }: { overview: AccountOverview }) {
  const t = useMessages('accounts');
  const isShown = isAllowed(useSession(), getMetrics);
  const { account, currency, currentInvoice } = overview;
  const body =
    currentInvoice &&
    burnUpRequest({ accountId: account.id, meters: currentInvoice.usage.length, ...currentInvoice });
  const query = useQuery({ ...one(getMetrics, { body: body ?? NOTHING }), enabled: isShown && !!body });
  if (!isShown || !currentInvoice || currentInvoice.usage.length === 0) return null;
  if (query.isError) return <ProblemNotice error={query.error} onRetry={() => void query.refetch()} />;
  if (!query.data) return <Skeleton lines={6} />;
  const points = burnUpOf(query.data, currentInvoice);
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <div className={ROOM}>
        <TimeChart
          title={t('burnUp')}
          series={[{ label: t('earned') }, { label: t('projection'), isForecast: true }]}
          points={points}
          format={(amount) => formatMoney(amount, currency)}
        />
      </div>
      <p className="text-caption text-muted">
        {t('projectionText')}
        {currentInvoice.generatedAt &&
          ` ${t('countedUpTo', { at: formatInstant(currentInvoice.generatedAt) })}`}
      </p>
    </div>
  );
}

/** Of the chart with its legend, so that nothing moves when they are drawn. */
const ROOM = 'min-h-[26rem] sm:min-h-[21rem]';

const NOTHING = { startTime: '', endTime: '', metricQueries: [] };
