import type { SimulationWithTotals } from '../../../api/generated/types.ts';
import { formatPercent } from '../../../format/money.ts';
import { formatPeriod } from '../../../format/time.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { RecordLink } from '../../../parts/record-link.tsx';
import { Facts } from '../../../ui/page.tsx';

/** What is compared with what, for whom and when. */
export function ScenarioFacts({ simulation, index }: { simulation: SimulationWithTotals; index: number }) {
  const t = useMessages('simulator');
  const { base, cohort, period, scenarios } = simulation;
  const scenario = scenarios[index];
  const version = (plan: { pricePlanId: string; version?: number | undefined }) => (
    <>
      <RecordLink area="plans" id={plan.pricePlanId} />
      {plan.version !== undefined && ` ${t('ofVersion', { version: plan.version })}`}
    </>
  );
  if (!scenario) return null;
  const changes = scenario.adjustments ?? [];
  return (
    <Facts
      facts={[
        { label: t('plan'), value: version(scenario) },
        {
          label: t('percent'),
          value: changes.length === 0 ? '—' : changes.map(({ percent }) => formatPercent(percent)).join(', '),
        },
        { label: t('base'), value: base ? version(base) : t('ownPlans') },
        {
          label: t('cohort'),
          value: cohort.pricePlanId ? version({ ...cohort, pricePlanId: cohort.pricePlanId }) : t('every'),
        },
        { label: t('tag'), value: <bdi>{cohort.tag ?? '—'}</bdi> },
        {
          label: t('period'),
          value:
            period.start && period.end
              ? formatPeriod(period.start, period.end)
              : t('period.LAST_CLOSED_CYCLE'),
        },
      ]}
    />
  );
}
