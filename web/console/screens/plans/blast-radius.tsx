import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { createSimulation, listPlanVersionAccounts } from '../../../api/generated/price-experiments.ts';
import { one } from '../../../api/queries.ts';
import { useWrite } from '../../../api/writes.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { Allowed } from '../../../parts/allowed.tsx';
import { ProblemNotice } from '../../../parts/problem-notice.tsx';
import { SimulationPanel } from '../../../parts/simulation/simulation-panel.tsx';
import { Button } from '../../../ui/button.tsx';

interface BlastRadiusProps {
  planId: string;
  name: string;
  older: number;
  newer: number;
  /** Computed before, and in the URL so that it can be shared. */
  simulation: string | undefined;
}

const route = getRouteApi('/plans/$planId/compare');

/** What the newer version changes for the accounts on the older one, on the usage of their last cycle. */
export function BlastRadius({ planId, name, older, newer, simulation }: BlastRadiusProps) {
  const t = useMessages('planCompare');
  const navigate = route.useNavigate();
  const { data } = useQuery(one(listPlanVersionAccounts, { price_plan_id: planId }));
  const write = useWrite(createSimulation);
  const countOf = (version: number) => data?.versions.find((each) => each.version === version)?.accounts ?? 0;
  const compute = () =>
    write.mutate(
      {
        body: {
          name: `${name.slice(0, 60)}: ${older} → ${newer}`,
          base: { pricePlanId: planId, version: older },
          scenarios: [{ pricePlanId: planId, version: newer }],
          cohort: { pricePlanId: planId, version: older },
        },
      },
      {
        onSuccess: ({ id }) =>
          void navigate({ search: { a: String(older), b: String(newer), simulation: id }, replace: true }),
      },
    );
  return (
    <div className="flex min-w-0 flex-col gap-4">
      {data && (
        <p>
          {t.count('accountsOn', countOf(older), { version: older })}{' '}
          {t.count('accountsOn', countOf(newer), { version: newer })}
        </p>
      )}
      {simulation ? (
        <SimulationPanel id={simulation} scenario="A" />
      ) : (
        <Allowed operation={createSimulation}>
          <p className="max-w-[72ch] text-muted">{t('impactHelp', { older, newer })}</p>
          {write.error && <ProblemNotice error={write.error} />}
          <span>
            <Button kind="primary" disabled={write.isPending} onClick={compute}>
              {t('compute')}
            </Button>
          </span>
        </Allowed>
      )}
    </div>
  );
}
