import pg from 'pg';
import { expect, it } from 'vitest';
import { decimal } from '#core/decimal.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import { inOrg } from '#test/billing-rows.ts';
import { openAccount } from '#test/billing-scenario.ts';
import { countWaiting } from '#test/count-waiting.ts';
import { useService } from '#test/running-app.ts';
import { grantPlanCredits, type PlanCredit, replacePlanCredits } from './index.ts';

const service = useService();
const accountId = 'acme';
const now = Temporal.Instant.from('2030-02-01T00:00:00Z');
const since = Temporal.PlainDate.from('2030-02-01');
const credit: PlanCredit = {
  ...{ purpose: 'Included', applicableEntityIds: [], effectiveFrom: since, effectiveUntil: null },
  ...{ creditAmount: decimal('20'), priority: 0, grantorId: 'addon.1', idempotencyKey: 'key', isOwed: true },
};

it('of two that open a cycle at the same time, one grants', async () => {
  await service.sandbox.setClock(`${now}`);
  await openAccount(service.sandbox, accountId);
  const [begun, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const decided: string[] = [];
  const open = async (name: string, { tx, org }: { tx: Tx; org: Org }) => {
    const credits = await replacePlanCredits({ tx, org, now }, { accountId, since, credits: [credit] });
    decided.push(name);
    await grantPlanCredits({ tx, org, now }, { accountId, credits });
  };
  const first = inOrg(service, 'sandbox', async (tx, org) => {
    await open('first', { tx, org });
    begun.resolve();
    await released.promise;
  });
  await begun.promise;
  const second = inOrg(service, 'sandbox', (tx, org) => open('second', { tx, org }));
  const owner = new pg.Client({ connectionString: service.databaseUrl });
  await owner.connect();
  try {
    await expect.poll(() => countWaiting(owner), { timeout: 10_000 }).toBe(1);
    // The second decides by what the first has granted.
    expect(decided).toEqual(['first']);
  } finally {
    released.resolve();
    await Promise.all([first, second, owner.end()]);
  }
  expect((await service.sandbox.must.get(`/credits?account_id=${accountId}`)).data).toHaveLength(1);
});
