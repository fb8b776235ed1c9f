import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { realNow } from '#platform/db/clock.ts';
import { assignPlans, openAccount, publishPlan, sellFee } from '#test/billing-scenario.ts';
import { asSandbox } from '#test/metering-scenario.ts';
import { type Client, useService } from '#test/running-app.ts';

const service = useService();
const move = (now: unknown) => service.sandbox.put('/ext/v1/clock', { now });

/** Jobs of the queue that wake the worker for an organization's sandbox in the future. */
async function listWakings(id: string): Promise<string[]> {
  const owner = new pg.Client({ connectionString: service.databaseUrl });
  await owner.connect();
  const { rows } = await owner.query(
    `select split_part(key, ':', 3) as kind from graphile_worker.jobs
     where run_at > clock_timestamp() + interval '1 minute' and key like (
       select 'due:' || org_id || ':%' from organizations where id = $1 and environment = 'sandbox')`,
    [id],
  );
  await owner.end();
  return rows.map(({ kind }) => kind);
}

/** An account whose plan begins later. */
async function subscribe(client: Client, id: string, from: string): Promise<void> {
  const billableId = await sellFee(client, `Fee of ${id}`);
  const cards = [
    { type: 'FIXED_FEE' as const, billableId, timing: 'IN_ARREARS' as const, fee: { rate: 10 } },
  ];
  const planId = await publishPlan(client, { name: `Plan of ${id}`, cards });
  await openAccount(client, id);
  await assignPlans(client, id, [{ planId, from }]);
}

describe('PUT /ext/v1/clock', () => {
  it('200 and the queue keeps no job for a date that the clock reaches by a move only', async () => {
    const { sandbox } = await service.createOrganization('wakings');
    await subscribe(sandbox, 'in-real-time', '2035-01-01');
    // As the worker does at once.
    const org = await asSandbox(service, async (_tx, found) => found, 'wakings');
    await service.app.scheduledWork.runUntil(org, realNow());
    expect(await listWakings('wakings')).not.toEqual([]);
    await sandbox.setClock('2034-01-01T00:00:00Z');
    expect(await listWakings('wakings')).toEqual([]);
    await subscribe(sandbox, 'moved', '2045-01-01');
    expect(await listWakings('wakings')).toEqual([]);
  });

  it('200 and the clock stands at the instant, which every new row then shows', async () => {
    const { status, body } = await move('2030-01-01T02:00:00+02:00');
    expect([status, body]).toEqual([200, { now: '2030-01-01T00:00:00.000Z' }]);
    const { createdAt } = await service.sandbox.must.post('/addons', { name: 'Seat', type: 'LICENSE' });
    expect(createdAt).toBe('2030-01-01T00:00:00.000Z');
  });

  it('200 when it stays where it is', async () => {
    const { now } = await service.sandbox.must.get('/ext/v1/clock');
    expect((await move(now)).body).toEqual({ now });
  });

  it('400 backwards, and the clock stays', async () => {
    await move('2031-01-01T00:00:00Z');
    const { status, body } = await move('2030-12-31T23:59:59.999Z');
    expect([status, body]).toEqual([
      400,
      {
        message:
          'now: must not be before 2031-01-01T00:00:00.000Z, the current time of the clock, which only ' +
          'moves forward',
      },
    ]);
    expect(await service.sandbox.must.get('/ext/v1/clock')).toEqual({ now: '2031-01-01T00:00:00.000Z' });
  });

  it('400 further than a hundred years ahead', async () => {
    const { status, headers } = await move('2300-01-01T00:00:00Z');
    expect([status, headers['error-code']]).toEqual([400, 'CLOCK_TOO_FAR']);
  });

  it.each([
    [undefined, 'now: is required'],
    [null, 'now: must not be null'],
    [1_900_000_000, 'now: must be an ISO 8601 date-time string'],
    ['2032-02-30T00:00:00Z', 'now: must be an ISO 8601 date-time such as 2026-01-31T00:00:00Z'],
  ])('400 for %j', async (now, message) => {
    const { status, body } = await move(now);
    expect([status, body]).toEqual([400, { message }]);
  });

  it('200 for each of those who move it at the same time, and it ends at the last instant', async () => {
    const instants = ['2032-01-03', '2032-01-01', '2032-01-02'].map((day) => `${day}T00:00:00Z`);
    const replies = await Promise.all(instants.map(move));
    expect(replies.map(({ status }) => status).filter((status) => status !== 200 && status !== 400)).toEqual(
      [],
    );
    expect(await service.sandbox.must.get('/ext/v1/clock')).toEqual({ now: '2032-01-03T00:00:00.000Z' });
  });

  it('404 in production, where time is real', async () => {
    expect((await service.production.put('/ext/v1/clock', { now: '2040-01-01T00:00:00Z' })).status).toBe(404);
  });
});
