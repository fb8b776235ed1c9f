import { getRouteApi, Link } from '@tanstack/react-router';
import { getSimulation } from '../../../api/generated/price-experiments.ts';
import { snippet } from '../../../api/snippet.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { ProblemNotice } from '../../../parts/problem-notice.tsx';
import { simulationStatus } from '../../../parts/simulation/simulation-look.ts';
import { SimulationPanel } from '../../../parts/simulation/simulation-panel.tsx';
import { useSimulation } from '../../../parts/simulation/use-simulation.ts';
import { SnippetButton } from '../../../parts/snippet-button.tsx';
import { WaitingNotices } from '../../../parts/waiting/waiting-notice.tsx';
import { Identifier } from '../../../ui/identifier.tsx';
import { Page, Section } from '../../../ui/page.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import { ResultScatter } from './result-scatter.tsx';
import { ResultTable } from './result-table.tsx';
import { ScenarioFacts } from './scenario-facts.tsx';
import { SimulationActions } from './simulation-actions.tsx';

const route = getRouteApi('/simulator/$simulationId');
const LETTERS = ['A', 'B', 'C', 'D', 'E'] as const;

/** A simulation by scenario: sums, distribution, who would pay more or less, and every account. */
export function SimulationDetail() {
  const t = useMessages('simulator');
  const simulation = useMessages('simulation');
  const { simulationId } = route.useParams();
  const { scenario: wanted } = route.useSearch();
  const navigate = route.useNavigate();
  const query = useSimulation(simulationId);
  const { data } = query;
  if (query.isError) return <ProblemNotice error={query.error} onRetry={() => void query.refetch()} />;
  if (!data) return <Skeleton />;
  const letters = LETTERS.slice(0, data.scenarios.length);
  const open = letters.find((letter) => letter === wanted) ?? 'A';
  return (
    <Page
      above={<Link to="/simulator">{t('title')}</Link>}
      title={<bdi>{data.name}</bdi>}
      beside={
        <>
          <StatusBadge look={simulationStatus.look(data.status)} say={simulation} />
          <Identifier value={data.id} isShort />
        </>
      }
      actions={
        <>
          <SimulationActions id={data.id} scenario={open} />
          <SnippetButton code={snippet(getSimulation, { simulation_id: simulationId })} />
        </>
      }
    >
      <WaitingNotices recordId={data.id} />
      <Tabs
        label={t('scenarios')}
        open={open}
        onOpen={(scenario) => void navigate({ search: { scenario }, replace: true })}
        tabs={letters.map((letter, index) => ({
          id: letter,
          title: t('scenario', { letter }),
          content: letter === open && (
            <div className="flex flex-col gap-5">
              <ScenarioFacts simulation={data} index={index} />
              <SimulationPanel id={data.id} scenario={letter} />
              {data.status === 'COMPLETED' && <ResultScatter id={data.id} scenario={letter} />}
              <Section title={t('results')}>
                <ResultTable id={data.id} scenario={letter} />
              </Section>
            </div>
          ),
        }))}
      />
    </Page>
  );
}
