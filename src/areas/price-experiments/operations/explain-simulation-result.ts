import { getAccount } from '#areas/accounts/index.ts';
import { operation } from '#platform/http/operation.ts';
import { explainResult } from '../explain-result.ts';
import { SimulationExplanation, SimulationResultParams } from '../explain-schema.ts';
import { CALCULATION_PROBLEMS, simulationNotFound, simulationResultNotFound } from '../problems.ts';
import { findResult } from '../store/simulation-results.ts';
import { findSimulation } from '../store/simulations.ts';

export const explainSimulationResult = operation({
  id: 'explainSimulationResult',
  method: 'GET',
  route: '/ext/v1/simulations/{simulation_id}/results/{scenario}/{account_id}/explain',
  scope: 'reports:read',
  summary: 'Explain the amounts that a simulation has for an account',
  description:
    'For each cycle and rate card the steps to the amount of both plans, from the actual usage. The result ' +
    'is computed again; isCurrent says whether it still has the amounts of the simulation.',
  request: { params: SimulationResultParams },
  response: { status: 200, body: SimulationExplanation },
  problems: [simulationNotFound, simulationResultNotFound, ...CALCULATION_PROBLEMS],
  async handle({ tx, org }, { params }) {
    const { simulation_id: id, scenario, account_id: accountId } = params;
    const simulation = await findSimulation(tx, org, id);
    if (!simulation) throw simulationNotFound({ id });
    const result = await findResult(tx, org, { id, scenario, accountId });
    if (!result) throw simulationResultNotFound({ scenario, accountId });
    const account = await getAccount(tx, org, accountId);
    const { currency } = result;
    return {
      scenario,
      accountId,
      currency,
      ...(await explainResult({ tx, org }, { simulation, result, account })),
    };
  },
});
