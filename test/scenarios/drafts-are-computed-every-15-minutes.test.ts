import pg from 'pg';
import { expect, test } from 'vitest';
import { editTimeline, openAccount, publishPlan, sellUsage, use } from '#test/billing-scenario.ts';
import { useService } from '#test/running-app.ts';

const service = useService();

test('in production the stored total follows the usage in 15 minutes', async () => {
  const { production } = service;
  const orgId = await findProduction();
  const org = { orgId, id: 'default', environment: 'production' } as const;
  const now = Temporal.Now.instant();
  const work = (until: Temporal.Instant) => service.app.dueWork.runUntil(org, until);
  // Production has no clock to move: the worker does what is due.
  const client = {
    ...production,
    settle: async () => {
      await work(Temporal.Now.instant());
    },
  };
  const meter = await sellUsage(client, 'calls');
  const usage = { model: 'TIERED' as const, slabs: [{ rate: 2 }] };
  const card = { type: 'USAGE' as const, billableId: meter, usage };
  // No cycle ends while the test runs, on whatever day that is.
  const { day: today } = now.toZonedDateTimeISO('UTC');
  const day = today > 7 && today < 22 ? '1' : '15';
  const plan = await publishPlan(client, { name: 'plan', day, cards: [card] });
  await openAccount(client, 'one');
  const from = now.toZonedDateTimeISO('UTC').toPlainDate().toString();
  await editTimeline(client, 'one', [{ planId: plan, from }]);
  await use(client, { meter: 'calls', account: 'one', at: now.toString(), amount: '5' });

  const listed = async () => (await client.must.get('/invoices?owner_id=one')).data[0].totalAmount;
  expect(await listed()).toBe(0);
  await work(now.add({ minutes: 14 }));
  expect(await listed()).toBe(0);
  await work(Temporal.Now.instant().add({ minutes: 15 }));
  expect(await listed()).toBe(10);
  // The next one is planned 15 minutes on by the real clock, so nothing piles up while nobody works.
  await work(Temporal.Now.instant().add({ minutes: 14 }));
});

async function findProduction(): Promise<number> {
  const owner = new pg.Client({ connectionString: service.databaseUrl });
  await owner.connect();
  try {
    const { rows } = await owner.query(`select org_id from organizations where environment = 'production'`);
    return rows[0].org_id;
  } finally {
    await owner.end();
  }
}
