import { useQuery } from '@tanstack/react-query';
import { listSimulationResults } from '../../../api/generated/price-experiments.ts';
import type { SimulationResult } from '../../../api/generated/types.ts';
import { all } from '../../../api/queries.ts';
import { useSimulation } from '../../../parts/simulation/use-simulation.ts';

const NONE: ReadonlyMap<string, SimulationResult> = new Map();

/** What the last closed cycle of each account costs before and after, once it is computed. */
export function useAmounts(simulationId: string | undefined): ReadonlyMap<string, SimulationResult> {
  const { data: simulation } = useSimulation(simulationId ?? '');
  const isOver = simulation?.status === 'COMPLETED';
  const input = { simulation_id: simulationId ?? '', scenario: 'A', _sort: 'account_id:ASC', pageSize: 100 };
  const { data } = useQuery({ ...all(listSimulationResults, input), enabled: isOver });
  return data ? new Map(data.rows.map((row) => [row.accountId, row])) : NONE;
}
