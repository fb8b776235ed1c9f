import { operation } from '#platform/http/operation.ts';
import { describeSimulation, describeTotals } from '../describe-simulation.ts';
import { simulationNotFound } from '../problems.ts';
import { SimulationParams, SimulationWithTotals } from '../simulation-schema.ts';
import { sumResults } from '../store/simulation-results.ts';
import { findSimulation } from '../store/simulations.ts';

export const getSimulation = operation({
  id: 'getSimulation',
  method: 'GET',
  route: '/ext/v1/simulations/{simulation_id}',
  scope: 'reports:read',
  summary: 'Get a simulation with its totals so far',
  request: { params: SimulationParams },
  response: { status: 200, body: SimulationWithTotals },
  problems: [simulationNotFound],
  async handle({ tx, org }, { params }) {
    const id = params.simulation_id;
    const row = await findSimulation(tx, org, id);
    if (!row) throw simulationNotFound({ id });
    return { ...describeSimulation(row), totals: describeTotals(await sumResults(tx, org, id)) };
  },
});
