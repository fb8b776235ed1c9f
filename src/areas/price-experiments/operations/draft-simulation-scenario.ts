import { planArchived, planNotFound, planVersionNotFound } from '#areas/price-plans/index.ts';
import { operation } from '#platform/http/operation.ts';
import { draftScenario } from '../draft-scenario.ts';
import { scenarioNotFound, simulationNotFound } from '../problems.ts';
import { SCENARIO_NAMES } from '../simulation-definition.ts';
import { ScenarioParams, SimulatedVersion } from '../simulation-schema.ts';
import { findSimulation } from '../store/simulations.ts';

export const draftSimulationScenario = operation({
  id: 'draftSimulationScenario',
  method: 'POST',
  route: '/ext/v1/simulations/{simulation_id}/scenarios/{scenario}/draft',
  scope: 'plans:write',
  summary: 'Turn a scenario into the draft of its plan',
  description:
    'Replaces the rate cards of the draft by those of the scenario, with their changed prices; a plan ' +
    'without a draft gets its next version.',
  request: { params: ScenarioParams },
  response: { status: 200, body: SimulatedVersion },
  problems: [simulationNotFound, scenarioNotFound, planNotFound, planVersionNotFound, planArchived],
  async handle(context, { params }) {
    const { simulation_id: id, scenario: name } = params;
    const simulation = await findSimulation(context.tx, context.org, id);
    if (!simulation) throw simulationNotFound({ id });
    const scenario = simulation.definition.scenarios[SCENARIO_NAMES.indexOf(name)];
    if (!scenario) throw scenarioNotFound({ id: name });
    return draftScenario(context, scenario);
  },
});
