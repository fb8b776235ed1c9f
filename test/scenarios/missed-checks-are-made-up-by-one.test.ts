import pg from 'pg';
import { expect, it } from 'vitest';
import { createAlert, listIncidents } from '#test/alert-scenario.ts';
import { useService } from '#test/running-app.ts';

const service = useService();

it('after five hours without a worker an alert is checked once, for the first missed tick', async () => {
  const { production } = service;
  const alert = await createAlert(production, {
    ...{ alertTemplateId: 'UNPROCESSED_EVENTS', parameters: { threshold: 0 } },
  });
  const { orgId, missed } = await sleepFiveHours(alert);
  const org = { orgId, id: 'default', environment: 'production' } as const;
  expect(await service.app.dueWork.runUntil(org, Temporal.Now.instant())).toBe(1);
  const [incident, ...more] = await listIncidents(production, alert);
  expect(more).toEqual([]);
  expect(incident).toMatchObject({ status: 'ACTIVE', createdAt: missed, lastCheckedAt: missed });
  // The next piece is in the future of the real clock.
  expect(await service.app.dueWork.runUntil(org, Temporal.Now.instant())).toBe(0);
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
    await owner.query(`update due_work set due_at = $1 where key = $2`, [tick, alert]);
    return { orgId, missed: tick.toISOString() };
  } finally {
    await owner.end();
  }
}
