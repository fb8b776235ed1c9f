import type { ScenarioName } from '#areas/price-experiments/simulation-definition.ts';
import { insertResults } from '#areas/price-experiments/store/simulation-results.ts';
import { insertSimulation, updateSimulation } from '#areas/price-experiments/store/simulations.ts';
import { decimal } from '#core/decimal.ts';
import { newId } from '#platform/ids.ts';
import { openAccount } from '../billing-scenario.ts';
import type { ExampleRequest } from '../example-requests.ts';
import type { World } from '../example-world.ts';
import { asSandbox } from '../metering-scenario.ts';
import type { Client, Service } from '../running-app.ts';

export const simulationExamples: Record<string, (world: World) => ExampleRequest> = {
  createSimulation: ({ ids }) => ({
    body: {
      name: 'Ten per cent more',
      base: { pricePlanId: ids.price_plan_id, version: 1 },
      scenarios: [
        {
          ...{ pricePlanId: ids.price_plan_id, version: 1 },
          adjustments: [{ billableId: ids.usage_meter_id, percent: 10 }],
        },
      ],
      cohort: { pricePlanId: ids.price_plan_id, version: 1, tag: 'enterprise', accountIds: [ids.account_id] },
      period: { mode: 'LOOKUP_RANGE', start: '2030-01-01T00:00:00Z', end: '2030-02-01T00:00:00Z' },
    },
  }),
};

/** A completed simulation of the plan with the result of the account; its id. */
export function keepSimulation(
  service: Service,
  owner: { organization: string; planId: string; accountId: string },
): Promise<string> {
  const { organization, planId: pricePlanId, accountId } = owner;
  const now = Temporal.Instant.from('2030-01-01T00:00:00Z');
  return asSandbox(
    service,
    async (tx, org) => {
      const id = newId('sim', now);
      const scenario = { pricePlanId, version: 1, adjustments: [{ percent: '10' }] };
      const cohort = { pricePlanId };
      await insertSimulation(tx, org, {
        ...{ id, name: 'Ten per cent more', accountsTotal: 1, createdAt: now, updatedAt: now },
        definition: { base: null, scenarios: [scenario], cohort, period: { mode: 'LAST_CLOSED_CYCLE' } },
      });
      await insertResults(tx, org, [resultOf(id, { accountId, candidate: 11 })]);
      const set = { status: 'COMPLETED', accountsDone: 1, updatedAt: now } as const;
      await updateSimulation(tx, org, { id, set });
      return id;
    },
    organization,
  );
}

/** One more result, of a new account. */
export async function keepResult(
  service: Service,
  client: Client,
  { organization, id, n }: { organization: string; id: string; n: number },
): Promise<void> {
  const accountId = `simulated-${(n * 7) % 10}-${n}`;
  await openAccount(client, accountId);
  await asSandbox(
    service,
    (tx, org) => insertResults(tx, org, [resultOf(id, { accountId, candidate: 10 + n })]),
    organization,
  );
}

function resultOf(simulationId: string, { accountId, candidate }: { accountId: string; candidate: number }) {
  const amounts = { base: '10', candidate: String(candidate), difference: String(candidate - 10) };
  const card = { type: 'USAGE', billableId: 'um.calls', displayName: 'Calls', ...amounts };
  const days = { start: '2029-12-01T00:00:00Z', end: '2030-01-01T00:00:00Z' };
  return {
    ...{ simulationId, scenario: 'A' as ScenarioName, accountId, currency: 'USD', reason: null },
    ...{ base: decimal(10), candidate: decimal(candidate), difference: decimal(candidate - 10) },
    cycles: [{ ...days, ...amounts, cards: [card] }],
  };
}
