import { cancelScheduledWork } from '#platform/db/scheduled-work.ts';
import { operation } from '#platform/http/operation.ts';
import { Success } from '#platform/http/schemas.ts';
import { RUN_SIMULATION } from '../planned-work.ts';
import { simulationNotFound } from '../problems.ts';
import { SimulationParams } from '../simulation-schema.ts';
import { deleteSimulation as deleteRow, lockSimulation } from '../store/simulations.ts';

export const deleteSimulation = operation({
  id: 'deleteSimulation',
  method: 'DELETE',
  route: '/ext/v1/simulations/{simulation_id}',
  scope: 'reports:write',
  summary: 'Delete a simulation with its results',
  description: 'Stops one that is running.',
  request: { params: SimulationParams },
  response: { status: 200, body: Success },
  problems: [simulationNotFound],
  deletes: 'simulation',
  async handle({ tx, org }, { params }) {
    const id = params.simulation_id;
    // The same lock order as the work itself: its own row, then the simulation.
    await cancelScheduledWork(tx, org, { kind: RUN_SIMULATION, key: id });
    if (!(await lockSimulation(tx, org, id))) throw simulationNotFound({ id });
    await deleteRow(tx, org, id);
    return { success: true };
  },
});
