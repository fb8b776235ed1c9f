import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { backtestAlert } from '../../../api/generated/alerts-and-incidents.ts';
import type { BacktestAlertRequest } from '../../../api/generated/request-types.ts';
import type { AlertBacktest } from '../../../api/generated/types.ts';
import { one } from '../../../api/queries.ts';
import { formatQuantity } from '../../../format/money.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { ProblemNotice } from '../../../parts/problem-notice.tsx';
import { isAllowed, useSession } from '../../../session/session.tsx';
import { TimeChart } from '../../../ui/chart/time-chart.tsx';
import { Section } from '../../../ui/page.tsx';
import { usePaused } from '../../../ui/use-paused.ts';
import { kindOf } from './alert-kinds.ts';
import { BacktestIncidents } from './backtest-incidents.tsx';
import { backtestPoints } from './backtest-view.ts';

const STALE_MS = 60_000;

interface BacktestProps {
  kind: string;
  /** Null as long as something is missing. */
  terms: BacktestAlertRequest | null;
}

/** How often an alert with these terms would have fired in the last 60 days; for readers of metrics. */
export function Backtest(props: BacktestProps) {
  return isAllowed(useSession(), backtestAlert) ? <AllowedBacktest {...props} /> : null;
}

function AllowedBacktest({ kind, terms }: BacktestProps) {
  const t = useMessages('alerts');
  const asked = usePaused(terms);
  const found = useQuery({
    ...one(backtestAlert, { body: asked ?? NOTHING }),
    staleTime: STALE_MS,
    enabled: asked !== null,
    placeholderData: keepPreviousData,
  });
  const shown = terms && asked ? found.data : undefined;
  return (
    <Section title={t('backtest')}>
      {!kindOf(kind).hasBacktest && <p className="text-muted">{t('noBacktest')}</p>}
      {kindOf(kind).hasBacktest && !terms && <p className="text-muted">{t('backtestIncomplete')}</p>}
      {found.isError && terms && <ProblemNotice error={found.error} onRetry={() => void found.refetch()} />}
      {shown && !found.isError && <Result result={shown} isStale={found.isFetching} />}
      {terms && !shown && !found.isError && <p className="min-h-80 text-muted">{t('backtestRuns')}</p>}
    </Section>
  );
}

const NOTHING: BacktestAlertRequest = { alertTemplateId: '', interval: '' };

function Result({ result, isStale }: { result: AlertBacktest; isStale: boolean }) {
  const t = useMessages('alerts');
  const { fired, checksHeld, threshold } = result;
  const verdict = fired === 0 ? t('neverFired') : t.count('fired', fired);
  return (
    <div aria-busy={isStale} className="flex min-w-0 flex-col gap-4">
      <p role="status" className="text-body">
        <strong>{verdict}</strong> {checksHeld > 0 && t.count('held', checksHeld)}
      </p>
      <TimeChart
        title={t('backtestChart')}
        summary={`${verdict} ${t('thresholdOf', { threshold: formatQuantity(threshold) })}`}
        series={[
          { label: t('value') },
          { label: t('threshold'), isForecast: true },
          { label: t('firedAt'), isMarks: true },
        ]}
        points={backtestPoints(result)}
        isHourly
        format={formatQuantity}
      />
      {fired > 0 && <BacktestIncidents result={result} />}
      <p className="text-caption text-muted">
        {t(result.interval === 1440 ? 'backtestDaily' : 'backtestNote')}
      </p>
    </div>
  );
}
