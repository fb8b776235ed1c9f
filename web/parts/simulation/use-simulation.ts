import { useQuery } from '@tanstack/react-query';
import { getSimulation } from '../../api/generated/price-experiments.ts';
import { one } from '../../api/queries.ts';

const POLL_MS = 1500;

/** A simulation, read anew while it runs. */
export function useSimulation(id: string) {
  return useQuery({
    ...one(getSimulation, { simulation_id: id }),
    refetchInterval: ({ state }) => (state.data?.status === 'RUNNING' ? POLL_MS : false),
  });
}
