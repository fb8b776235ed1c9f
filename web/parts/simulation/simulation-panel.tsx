import type { SimulationTotals } from '../../api/generated/types.ts';
import { percentOf } from '../../format/decimals.ts';
import { formatCount, formatPercent } from '../../format/money.ts';
import { useMessages } from '../../messages/catalogs.ts';
import { Bars } from '../../ui/chart/sparkline.tsx';
import { Figures } from '../../ui/figures.tsx';
import { Money } from '../../ui/money.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Progress } from '../../ui/progress.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ProblemNotice } from '../problem-notice.tsx';
import { Ranking } from './ranking.tsx';
import { useSimulation } from './use-simulation.ts';

interface SimulationPanelProps {
  id: string;
  scenario: SimulationTotals['scenario'];
}

/** What a scenario changes: in sum, by how much for how many, and for whom the most. */
export function SimulationPanel({ id, scenario }: SimulationPanelProps) {
  const t = useMessages('simulation');
  const query = useSimulation(id);
  if (query.isError) return <ProblemNotice error={query.error} onRetry={() => void query.refetch()} />;
  const { data } = query;
  if (!data) return <Skeleton lines={4} />;
  const { status, accountsDone, accountsTotal, failureReason } = data;
  const totals = data.totals.filter((each) => each.scenario === scenario);
  const percent = accountsTotal === 0 ? 100 : Math.floor((accountsDone / accountsTotal) * 100);
  return (
    <div className="flex min-w-0 flex-col gap-5">
      {status === 'RUNNING' && <Progress label={t('running')} percent={percent} />}
      {status === 'FAILED' && (
        <Notice kind="bad" title={t('failed')}>
          <p>{failureReason}</p>
        </Notice>
      )}
      {status === 'COMPLETED' && totals.length === 0 && <p className="text-muted">{t('nobody')}</p>}
      {totals.map((each) => (
        <Totals key={each.currency} totals={each} />
      ))}
      {accountsDone > 0 && <Ranking id={id} scenario={scenario} isRunning={status === 'RUNNING'} />}
    </div>
  );
}

function Totals({ totals }: { totals: SimulationTotals }) {
  const t = useMessages('simulation');
  const { currency, base, candidate, difference, accounts, raised, lowered, unpriced } = totals;
  const percent = percentOf(difference, base);
  return (
    <section aria-label={currency} className="flex flex-col gap-4">
      <Figures
        figures={[
          {
            label: t('difference'),
            value: <Money amount={difference} currency={currency} hasCode />,
            note: percent === null ? undefined : formatPercent(percent),
          },
          { label: t('before'), value: <Money amount={base} currency={currency} /> },
          { label: t('after'), value: <Money amount={candidate} currency={currency} /> },
          {
            label: t('accounts'),
            value: formatCount(accounts),
            note: t('changes', { raised, lowered, unpriced }),
          },
        ]}
      />
      <div className="max-w-xl">
        <Bars
          label={t('distribution')}
          bars={totals.distribution
            .filter(({ accounts: count }) => count > 0)
            .map(({ bucket, accounts: count }) => ({
              ...{ id: bucket, text: t(`bucket.${bucket}`), value: String(count) },
              shown: t.count('accountCount', count),
            }))}
        />
      </div>
    </section>
  );
}
