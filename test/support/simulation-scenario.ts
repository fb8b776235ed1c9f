import { editTimeline, openAccount, publishPlan, sellFee } from './billing-scenario.ts';
import { keepSimulation } from './examples/simulations.ts';
import type { Service } from './running-app.ts';

/** The account acme with a plan that costs 10, and a completed simulation of ten per cent more. */
export async function makeSimulated(service: Service): Promise<{ planId: string; path: string }> {
  const { sandbox } = service;
  await sandbox.setClock('2030-01-01T00:00:00Z');
  const fee = await sellFee(sandbox, 'Base');
  const cards = [{ type: 'FIXED_FEE' as const, billableId: fee, fee: { rate: 10 } }];
  const planId = await publishPlan(sandbox, { name: 'Plan', cards });
  await openAccount(sandbox, 'acme');
  await editTimeline(sandbox, 'acme', [{ planId, from: '2030-01-01' }]);
  const id = await keepSimulation(service, { organization: 'default', planId, accountId: 'acme' });
  return { planId, path: `/ext/v1/simulations/${id}` };
}
