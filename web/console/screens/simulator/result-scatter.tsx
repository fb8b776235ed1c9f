import { useQuery } from '@tanstack/react-query';
import { listSimulationResults } from '../../../api/generated/price-experiments.ts';
import type { SimulationResult } from '../../../api/generated/types.ts';
import type { InputOf } from '../../../api/operation.ts';
import { together } from '../../../api/queries.ts';
import { send } from '../../../api/transport.ts';
import { formatMoney } from '../../../format/money.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { ProblemNotice } from '../../../parts/problem-notice.tsx';
import { Scatter } from '../../../ui/chart/scatter.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { joinEnds, MAX_OF_END, pointsOf } from './result-points.ts';

const PAGE = 100;

/** The accounts whose amounts change most in one direction. */
async function readEnd(input: InputOf<typeof listSimulationResults>, signal: AbortSignal) {
  const rows: SimulationResult[] = [];
  for (let nextToken: string | undefined; rows.length < MAX_OF_END; ) {
    const page = await send(listSimulationResults, input, { signal, nextToken });
    rows.push(...page.data);
    nextToken = page.nextToken ?? undefined;
    if (!nextToken) break;
  }
  return rows;
}

interface ResultScatterProps {
  id: string;
  scenario: SimulationResult['scenario'];
}

/** What each account pays before and after; one chart for each currency. */
export function ResultScatter({ id, scenario }: ResultScatterProps) {
  const t = useMessages('simulator');
  const input = { simulation_id: id, scenario, pageSize: PAGE };
  const { data, error } = useQuery(
    together(listSimulationResults, input, async (signal) => {
      const [raised, lowered] = await Promise.all(
        ['difference:DESC', 'difference:ASC'].map((_sort) => readEnd({ ...input, _sort }, signal)),
      );
      return joinEnds(raised ?? [], lowered ?? []);
    }),
  );
  if (error) return <ProblemNotice error={error} />;
  if (!data) return <Skeleton lines={6} />;
  return (
    <div className="flex flex-wrap gap-8">
      {pointsOf(data).map(({ currency, points, raised, lowered }) => (
        <div key={currency} className="w-full max-w-lg min-w-0">
          <Scatter
            title={t('scatter', { currency })}
            summary={t('scatterSummary', {
              ...{ count: String(points.length), raised: String(raised), lowered: String(lowered) },
            })}
            x={t('before')}
            y={t('after')}
            points={points}
            format={(value) => formatMoney(value, currency)}
          />
        </div>
      ))}
      {data.length >= 2 * MAX_OF_END && (
        <p className="text-muted">{t('scatterCut', { count: String(data.length) })}</p>
      )}
    </div>
  );
}
