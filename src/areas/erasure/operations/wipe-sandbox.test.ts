import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { openAccount, sellFee } from '#test/billing-scenario.ts';
import { findMismatches } from '#test/find-mismatches.ts';
import { meterRides, ride } from '#test/metering-scenario.ts';
import { client as clientOf, useService } from '#test/running-app.ts';

const service = useService();
const wipe = (organizationId = 'default') => service.sandbox.post('/ext/v1/sandbox/wipe', { organizationId });

describe('POST /ext/v1/sandbox/wipe', () => {
  it('200, the sandbox is empty and its clock shows real time', async () => {
    await service.sandbox.setClock('2030-01-01T00:00:00Z');
    await openAccount(service.sandbox, 'acme');
    await service.production.must.post('/customers', {
      ...{ id: 'real', name: 'Real', primaryEmail: 'a@b.c', address: {} },
    });
    const { status, body } = await wipe();
    expect([status, body]).toEqual([200, { organizationId: 'default', removedRows: expect.any(Number) }]);
    expect((await service.sandbox.must.get('/customers')).data).toEqual([]);
    const { now } = await service.sandbox.must.get('/ext/v1/clock');
    expect(Math.abs(Date.parse(now) - Date.now())).toBeLessThan(60_000);
    expect((await service.production.get('/customers/real')).status).toBe(200);
    expect((await wipe()).status).toBe(200);
  });

  it('400 without the id of the organization', async () => {
    const { status, body } = await wipe('another');
    expect([status, body.message]).toEqual([
      ...[400, 'organizationId: must be default to confirm the wipe, which cannot be undone'],
    ]);
  });

  it('403 without org:write, 404 in production', async () => {
    const { secret } = await service.sandbox.must.post('/ext/v1/api_keys', {
      name: 'x',
      scopes: ['org:read'],
    });
    const caller = clientOf(service.app, '/sandbox', secret);
    expect((await caller.post('/ext/v1/sandbox/wipe', { organizationId: 'default' })).status).toBe(403);
    const real = await service.production.post('/ext/v1/sandbox/wipe', { organizationId: 'default' });
    expect(real.status).toBe(404);
  });

  const INSERT = `insert into settings (org_id, namespace, id, entity_type, entity_id, name, value, data_type,
    created_at, updated_at) values ($ORG, 'USER', 'x', 'ACCOUNT', 'gone', 'x', 'x', 'STRING', now(), now())`;
  it.each<[string, string, string]>([
    // who                       has done before               does meanwhile
    ['has added a row', INSERT, 'select 1'],
    ['is in ingestion', 'select pg_advisory_xact_lock_shared(4001, $ORG)', INSERT],
    ['does timed work', 'select pg_advisory_xact_lock(4002, $ORG)', INSERT],
  ])('waits for whoever %s, and removes what that leaves', async (_, before, meanwhile) => {
    const other = new pg.Client({ connectionString: service.databaseUrl });
    await other.connect();
    const { rows } = await other.query(`select org_id from organizations where environment = 'sandbox'`);
    const run = (text: string) => other.query(text.replace('$ORG', rows[0].org_id));
    await run('begin');
    await run(before);
    const wiping = wipe();
    const first = await Promise.race([wiping.then(() => 'wiped'), sleep(500).then(() => 'waits')]);
    await run(meanwhile);
    await run('commit');
    expect([first, (await wiping).status]).toEqual(['waits', 200]);
    expect((await run(`select from settings where org_id = $ORG and id = 'x'`)).rowCount).toBe(0);
    await other.end();
  });

  async function countDeadlocks(): Promise<number> {
    const client = new pg.Client({ connectionString: service.databaseUrl });
    await client.connect();
    const { rows } = await client.query<{ deadlocks: string }>(
      'select deadlocks from pg_stat_database where datname = current_database()',
    );
    await client.end();
    return Number(rows[0]?.deadlocks);
  }

  it('while others write and the clock moves, what is left is whole', async () => {
    const deadlocksBefore = await countDeadlocks();
    let isOver = false;
    const statuses = new Set<number>();
    const keepOn = async (send: (n: number) => Promise<{ status: number }>) => {
      for (let n = 0; !isOver; n++) statuses.add((await send(n)).status);
    };
    const { sandbox } = service;
    await meterRides(sandbox);
    await sandbox.setClock('2030-01-01T00:00:00Z');
    const customer = (id: string) => ({ id, name: 'Name', primaryEmail: 'a@b.c', address: {} });
    const writers = [
      keepOn((n) => sandbox.post('/customers', customer(`c${n % 7}`))),
      keepOn((n) => sandbox.post('/accounts', { id: `a${n}`, name: 'Name', customerId: `c${n % 7}` })),
      keepOn((n) => sandbox.post(`/accounts/a${n}/wallet_topup`, { topupAmount: 5 })),
      keepOn((n) => sandbox.patch(`/customers/c${n % 7}`, { name: `Name ${n}` })),
      keepOn((n) => sandbox.post('/ingest', { event: ride(`e${n}`, { accountId: `c${n % 7}` }) })),
      keepOn((n) => sandbox.put('/ext/v1/clock', { now: new Date(1.9e12 + n * 3_600_000).toISOString() })),
    ];
    const responses: number[] = [];
    for (let round = 0; round < 6; round++) responses.push((await wipe()).status);
    isOver = true;
    await Promise.all(writers);
    expect(responses).toEqual(Array(6).fill(200));
    // Nobody waited for the wipe while the wipe waited for it.
    expect(await countDeadlocks()).toBe(deadlocksBefore);
    expect([...statuses].filter((status) => status >= 500)).toEqual([]);
    // Whether the clock was moved after the last wipe or follows real time again, this is later.
    await sandbox.setClock('2032-01-01T00:00:00Z');
    expect(await findMismatches(service)).toEqual([]);
    // And none of them keeps the sandbox from being used.
    expect((await wipe()).status).toBe(200);
    await sandbox.setClock('2030-01-01T00:00:00Z');
    await openAccount(sandbox, 'c1');
    await sellFee(sandbox, 'Fee');
    expect(await findMismatches(service)).toEqual([]);
  }, 120_000);
});
