import './tables.ts';
import type { Area } from '#platform/http/area.ts';
import { calculateRevenue } from './operations/calculate-revenue.ts';
import { calculateRevenueV2 } from './operations/calculate-revenue-v2.ts';
import { comparePlans } from './operations/compare-plans.ts';
import { createSimulation } from './operations/create-simulation.ts';
import { deleteSimulation } from './operations/delete-simulation.ts';
import { draftSimulationScenario } from './operations/draft-simulation-scenario.ts';
import { explainSimulationResult } from './operations/explain-simulation-result.ts';
import { getSimulation } from './operations/get-simulation.ts';
import { listPlanVersionAccounts } from './operations/list-plan-version-accounts.ts';
import { listSimulationResults } from './operations/list-simulation-results.ts';
import { listSimulations } from './operations/list-simulations.ts';
import { RUN_SIMULATION } from './planned-work.ts';
import { runSimulation } from './run-simulation.ts';

export const priceExperiments: Area = {
  name: 'price-experiments',
  title: 'Price experiments',
  operations: [
    calculateRevenue,
    calculateRevenueV2,
    comparePlans,
    createSimulation,
    listSimulations,
    getSimulation,
    listSimulationResults,
    explainSimulationResult,
    draftSimulationScenario,
    deleteSimulation,
    listPlanVersionAccounts,
  ],
  scheduledWork: [
    {
      kind: RUN_SIMULATION,
      run: (context, { id, after }) => runSimulation(context, { id: String(id), after: String(after) }),
    },
  ],
};
