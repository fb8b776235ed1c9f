import { planNotFound } from '#areas/price-plans/index.ts';
import { operation } from '#platform/http/operation.ts';
import { describeSimulation } from '../describe-simulation.ts';
import { CALCULATION_PROBLEMS, comparisonTooLarge, tooManySimulations } from '../problems.ts';
import { CreateSimulationRequest, Simulation } from '../simulation-schema.ts';
import { startSimulation } from '../start-simulation.ts';

export const createSimulation = operation({
  id: 'createSimulation',
  method: 'POST',
  route: '/ext/v1/simulations',
  scope: 'reports:write',
  summary: 'Simulate up to five prices on the actual usage of many accounts',
  description:
    'Returns at once; scheduled work computes the accounts piece by piece. Each scenario prices the ' +
    'pricing cycles of the accounts as if its plan had replaced the base, by the rules of ' +
    '`comparePlans`. Versions are fixed when the simulation is created.',
  request: { body: CreateSimulationRequest },
  response: { status: 201, body: Simulation },
  problems: [...CALCULATION_PROBLEMS, planNotFound, comparisonTooLarge, tooManySimulations],
  handle: async (context, { body }) => describeSimulation(await startSimulation(context, body)),
});
