import { useQuery } from '@tanstack/react-query';
import { getMetrics } from '../../../api/generated/metrics.ts';
import { one } from '../../../api/queries.ts';
import { formatQuantity } from '../../../format/money.ts';
import { formatPeriod } from '../../../format/time.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { ProblemNotice } from '../../../parts/problem-notice.tsx';
import { TimeChart } from '../../../ui/chart/time-chart.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { daysOf, type LineUsage, metricsOf } from './line-usage.ts';

/** The quantity of a line by day, as a chart and as a table. */
export function ExplainedUsage({ usage }: { usage: LineUsage }) {
  const t = useMessages('invoices');
  const body = metricsOf(usage);
  const query = useQuery({ ...one(getMetrics, { body: body ?? NOTHING }), enabled: body !== null });
  if (body === null) return <p className="text-muted">{t('tooLong')}</p>;
  if (query.isError) return <ProblemNotice error={query.error} onRetry={() => void query.refetch()} />;
  if (!query.data) return <Skeleton lines={5} />;
  const { name } = usage.meter;
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <TimeChart
        title={t('usageOf', { meter: name })}
        series={[{ label: name }]}
        points={daysOf(query.data, usage)}
        format={formatQuantity}
      />
      <p className="text-muted">
        {t('usagePeriod', { period: formatPeriod(usage.from, usage.until), meter: name })}
      </p>
    </div>
  );
}

const NOTHING = { startTime: '', endTime: '', metricQueries: [] };
