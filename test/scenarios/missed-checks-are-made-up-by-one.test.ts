import { sql } from 'kysely';
import pg from 'pg';
import { expect, it } from 'vitest';
import { createAlert, incidentLines, listIncidents, usageAlert } from '#test/alert-scenario.ts';
import { openAccount, sellUsage, use } from '#test/billing-scenario.ts';
import { asSandbox } from '#test/metering-scenario.ts';
import { useService } from '#test/running-app.ts';

const service = useService();

it('after five hours without a worker an alert is checked once, for the first missed tick', async () => {
  const { production } = service;
  const alert = await createAlert(production, {
    ...{ alertTemplateId: 'UNPROCESSED_EVENTS', parameters: { threshold: 0 } },
  });
  const { orgId, missed } = await sleepFiveHours(alert);
  const org = { orgId, id: 'default', environment: 'production' } as const;
  expect((await service.app.scheduledWork.runUntil(org, Temporal.Now.instant())).done).toBe(1);
  const [incident, ...more] = await listIncidents(production, alert);
  expect(more).toEqual([]);
  expect(incident).toMatchObject({ status: 'ACTIVE', createdAt: missed, lastCheckedAt: missed });
  // The next piece is in the future of the real clock.
  expect((await service.app.scheduledWork.runUntil(org, Temporal.Now.instant())).done).toBe(0);
});

/** As if the alert was made five hours ago and nobody has worked since. */
async function sleepFiveHours(alert: string): Promise<{ orgId: number; missed: string }> {
  const owner = new pg.Client({ connectionString: service.databaseUrl });
  await owner.connect();
  try {
    const { rows } = await owner.query(
      `update alerts set next_tick_at = next_tick_at - interval '5 hours',
         activated_at = activated_at - interval '5 hours', checked_at = checked_at - interval '5 hours'
       where id = $1 returning org_id, next_tick_at`,
      [alert],
    );
    const [{ org_id: orgId, next_tick_at: tick }] = rows;
    await owner.query(`update scheduled_work set due_at = $1 where key = $2`, [tick, alert]);
    return { orgId, missed: tick.toISOString() };
  } finally {
    await owner.end();
  }
}

it('and sees every month that has ended since its last check', async () => {
  const { sandbox } = service;
  await sandbox.setClock('2030-06-15T00:00:00Z');
  const meter = await sellUsage(sandbox, 'calls');
  await openAccount(sandbox, 'one');
  const alert = await createAlert(sandbox, { ...usageAlert({ meter, threshold: 5 }), interval: 'P1D' });
  // Nobody works until September.
  const wakes = Temporal.Instant.from('2030-09-02T00:00:00Z');
  await asSandbox(service, async (tx) => {
    await sql`update alerts set next_tick_at = ${wakes} where id = ${alert}`.execute(tx);
    await sql`update scheduled_work set due_at = ${wakes} where key = ${alert}`.execute(tx);
  });
  for (const [at, amount] of [
    ['2030-06-15', '7'],
    ['2030-07-15', '4'],
    ['2030-08-15', '6'],
  ] as const) {
    await sandbox.setClock(`${at}T00:00:00Z`);
    await use(sandbox, { meter: 'calls', account: 'one', at: `${at}T00:00:00Z`, amount });
  }
  await sandbox.setClock('2030-09-02T00:00:00Z');
  expect((await incidentLines(sandbox, alert)).toSorted()).toEqual([
    '09-02T00:00 CLOSED v1 6 checked 09-02T00:00 until 09-01T00:00',
    '09-02T00:00 CLOSED v1 7 checked 09-02T00:00 until 07-01T00:00',
  ]);
});
