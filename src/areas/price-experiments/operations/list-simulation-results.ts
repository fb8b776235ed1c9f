import { operation } from '#platform/http/operation.ts';
import { simulationNotFound } from '../problems.ts';
import { SimulationParams, SimulationResultPage } from '../simulation-schema.ts';
import { listResults, resultList } from '../store/simulation-results.ts';
import { findSimulation } from '../store/simulations.ts';

export const listSimulationResults = operation({
  id: 'listSimulationResults',
  method: 'GET',
  route: '/ext/v1/simulations/{simulation_id}/results',
  scope: 'reports:read',
  summary: 'List the results of a simulation by account',
  description:
    'Sorted by `difference`, the first ones are those who would pay less. Each cycle has the amounts of ' +
    'every rate card.',
  request: { params: SimulationParams },
  response: { status: 200, body: SimulationResultPage },
  problems: [simulationNotFound],
  list: resultList,
  async handle({ tx, org }, { params, page }) {
    const id = params.simulation_id;
    if (!(await findSimulation(tx, org, id))) throw simulationNotFound({ id });
    const { rows, nextToken } = await listResults(tx, org, { id, page });
    return { data: rows.map(describeResult), nextToken };
  },
});

type Row = Awaited<ReturnType<typeof listResults>>['rows'][number];

function describeResult({ base, candidate, reason, cycles, ...members }: Row) {
  return {
    ...members,
    ...(base !== null && candidate !== null && { base, candidate }),
    ...(reason !== null && { reason }),
    cycles: cycles.map(({ start, end, ...amounts }) => ({
      ...{ start: Temporal.Instant.from(start), end: Temporal.Instant.from(end) },
      ...amounts,
    })) as never,
  };
}
