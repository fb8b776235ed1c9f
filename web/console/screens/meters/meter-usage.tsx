import { useQuery } from '@tanstack/react-query';
import { getMetrics } from '../../../api/generated/metrics.ts';
import type { UsageMeter } from '../../../api/generated/types.ts';
import { ApiProblem } from '../../../api/problem.ts';
import { one } from '../../../api/queries.ts';
import { formatQuantity } from '../../../format/money.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { ProblemNotice } from '../../../parts/problem-notice.tsx';
import { RecordLink } from '../../../parts/record-link.tsx';
import { TimeChart } from '../../../ui/chart/time-chart.tsx';
import { Quantity } from '../../../ui/money.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { accountsRequest, daysOf, daysRequest, topAccounts } from './meter-metrics.ts';

interface MeterUsageProps {
  meter: UsageMeter;
  /** A day of the organization's clock: a later minute is no other request. */
  today: string;
}

/** The last 30 days of a meter, and the accounts with the most of it this month. */
export function MeterUsage({ meter, today }: MeterUsageProps) {
  const t = useMessages('meters');
  const days = useQuery(one(getMetrics, { body: daysRequest(meter.id, today) }));
  return (
    <div className="grid min-w-0 gap-6 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
      {/* As high as the chart, which draws itself later. */}
      <div className="min-h-80 min-w-0">
        {days.error ? (
          <ProblemNotice error={days.error} />
        ) : days.data ? (
          <TimeChart
            title={t('usage')}
            series={[{ label: meter.displayName || meter.name }]}
            points={daysOf(days.data)}
            format={(value) => formatQuantity(value, meter.unit)}
          />
        ) : (
          <Skeleton lines={5} />
        )}
      </div>
      <TopAccounts meter={meter} today={today} />
    </div>
  );
}

function TopAccounts({ meter, today }: MeterUsageProps) {
  const t = useMessages('meters');
  const { data, error } = useQuery({
    ...one(getMetrics, { body: accountsRequest(meter.id, today) }),
    retry: false,
  });
  const isTooMany = error instanceof ApiProblem && error.code === 'TOO_MANY_POINTS';
  const accounts = data ? topAccounts(data) : [];
  return (
    <section className="min-h-80 min-w-0">
      <h2 className="mb-2 text-h2 font-semibold">{t('topAccounts')}</h2>
      {!data && !error && <Skeleton lines={5} />}
      {isTooMany && <p className="text-muted">{t('tooManyAccounts')}</p>}
      {error && !isTooMany && <ProblemNotice error={error} />}
      {data && accounts.length === 0 && <p className="text-muted">{t('noAccounts')}</p>}
      <ol className="flex flex-col">
        {accounts.map(({ accountId, quantity }) => (
          <li key={accountId} className="flex min-w-0 items-center gap-3 border-b border-line py-1">
            <span className="min-w-0 truncate">
              <RecordLink area="accounts" id={accountId} />
            </span>
            <span className="ms-auto">
              <Quantity quantity={quantity} {...(meter.unit && { unit: meter.unit })} />
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}
