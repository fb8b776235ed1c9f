import { operation } from '#platform/http/operation.ts';
import { describeSimulation } from '../describe-simulation.ts';
import { SimulationPage } from '../simulation-schema.ts';
import { listSimulations as listRows, simulationList } from '../store/simulations.ts';

export const listSimulations = operation({
  id: 'listSimulations',
  method: 'GET',
  route: '/ext/v1/simulations',
  scope: 'reports:read',
  summary: 'List simulations, newest first',
  response: { status: 200, body: SimulationPage },
  list: simulationList,
  async handle({ tx, org }, { page }) {
    const { rows, nextToken } = await listRows(tx, org, page);
    return { data: rows.map(describeSimulation), nextToken };
  },
});
