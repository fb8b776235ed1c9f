import pg from 'pg';
import { expect, test } from 'vitest';
import { editTimeline, openAccount, publishPlan, sellUsage, use } from '#test/billing-scenario.ts';
import { useService } from '#test/running-app.ts';

const service = useService();

test.each([
  [15, []],
  // As often as the organization's setting says; its bounds are those of the settings area.
  [5, ['5']],
  [1440, ['1440']],
])('in production the stored total follows the usage in %d minutes', async (minutes, values) => {
  const id = `every-${minutes}`;
  const { production } = await service.createOrganization(id);
  const org = { orgId: await findProduction(id), id, environment: 'production' } as const;
  for (const value of values) await production.must.post('/settings', { ...REFRESH, value, entityId: id });
  const now = Temporal.Now.instant();
  const work = (until: Temporal.Instant) => service.app.scheduledWork.runUntil(org, until);
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

  // Lists compute drafts themselves; what is stored is asked of the database.
  const stored = () => findStoredTotal(org.orgId);
  expect(await stored()).toBe(0);
  await work(now.add({ minutes: minutes - 1 }));
  expect(await stored()).toBe(0);
  await work(Temporal.Now.instant().add({ minutes }));
  expect(await stored()).toBe(10);
  // The next one is planned as far on by the real clock, so nothing piles up while nobody works.
  await work(Temporal.Now.instant().add({ minutes: minutes - 1 }));
});

const REFRESH = {
  id: 'INVOICE_REFRESH_MINUTES',
  name: 'Refresh of drafts',
  namespace: 'PLATFORM',
  dataType: 'NUMERIC',
  entityType: 'ORGANIZATION',
};

async function findProduction(id: string): Promise<number> {
  const text = `select org_id as value from organizations where environment = 'production' and id = $1`;
  return findValue(text, id);
}

async function findStoredTotal(orgId: number): Promise<number> {
  return Number(await findValue('select total_amount as value from invoices where org_id = $1', orgId));
}

async function findValue(text: string, parameter: string | number) {
  const owner = new pg.Client({ connectionString: service.databaseUrl });
  await owner.connect();
  try {
    const { rows } = await owner.query(text, [parameter]);
    return rows[0].value;
  } finally {
    await owner.end();
  }
}
