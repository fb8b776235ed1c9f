import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditLogOf, findBreaks, seal } from '#test/audit-log.ts';
import { asSandbox } from '#test/metering-scenario.ts';
import { useService } from '#test/running-app.ts';
import { purgeAuditLog } from './purge-audit-log.ts';

const service = useService();
let owner: pg.Client;
beforeAll(async () => {
  owner = new pg.Client({ connectionString: service.databaseUrl });
  await owner.connect();
});
afterAll(() => owner.end());

/** Webhooks are no things of money, customers are; each was written so many days ago. */
async function writeThings(ages: readonly [kind: 'webhook' | 'customer', name: string, days: number][]) {
  const { sandbox } = service;
  for (const [kind, name, days] of ages) {
    if (kind === 'webhook')
      await sandbox.must.post('/ext/v1/webhooks', { url: `https://a.example/${name}`, types: ['*'] });
    else await sandbox.must.post('/customers', { id: name, name, primaryEmail: 'a@b.c', address: {} });
    // Before it is sealed, as if it had been written then.
    await owner.query('set session_replication_role = replica');
    await owner.query(
      `update audit_log set written_at = now() - make_interval(days => $1)
       where after ->> 'url' = $2 or (entity_id = $3 and entity_type in ('CUSTOMER', 'ACCOUNT', 'WALLET'))`,
      [days, `https://a.example/${name}`, name],
    );
    await owner.query('set session_replication_role = origin');
  }
  await seal(service);
}

const purge = async () =>
  purgeAuditLog(service.app.database, await asSandbox(service, async (_tx, org) => org));
const namesLeft = async () =>
  (await auditLogOf(service.sandbox, 'entity_type=WEBHOOK,CUSTOMER')).map(
    ({ entityType, entityId, after }) =>
      entityType === 'WEBHOOK' ? after.url.replace('https://a.example/', '') : entityId,
  );

describe('entries that were kept long enough', () => {
  it('are removed: of money after 7 years, others after 2; the chain goes on without them', async () => {
    await writeThings([
      ['webhook', 'w-729', 729],
      ['webhook', 'w-731', 731],
      ['customer', 'c-731', 731],
      ['customer', 'c-2556', 2556],
      ['customer', 'c-2558', 2558],
      ['webhook', 'w-2558', 2558],
    ]);
    const [{ id: removed }] = (await auditLogOf(
      service.sandbox,
      'entity_type=CUSTOMER&entity_id=c-2558',
    )) as [{ id: string }];
    expect(await purge()).toBeGreaterThan(2);
    expect(await namesLeft()).toEqual(['w-729', 'c-731', 'c-2556']);
    expect((await service.sandbox.get(`/ext/v1/audit_log/${removed}`)).status).toBe(404);
    expect(await purge()).toBe(0);
    expect(await findBreaks(service)).toEqual([]);
    await writeThings([['webhook', 'w-0', 0]]);
    expect(await findBreaks(service)).toEqual([]);
    const { rows } = await owner.query(
      'select count(*)::int as links, max(number)::int as last from audit_seals',
    );
    expect(rows[0].links).toBe(rows[0].last);
  });

  it('wait for their seal', async () => {
    await service.sandbox.must.post('/ext/v1/webhooks', { url: 'https://a.example/unsealed', types: ['*'] });
    await owner.query('set session_replication_role = replica');
    await owner.query(`update audit_log set written_at = now() - interval '3000 days'
      where after ->> 'url' = 'https://a.example/unsealed'`);
    await owner.query('set session_replication_role = origin');
    await purge();
    expect(await namesLeft()).toContain('unsealed');
    await seal(service);
    expect(await purge()).toBe(1);
    expect(await findBreaks(service)).toEqual([]);
  });
});

describe('the audit', () => {
  /** What it finds after the owner did this, which is undone. */
  async function findAfter(statement: string): Promise<string[]> {
    await owner.query('set session_replication_role = replica');
    await owner.query('create temporary table kept_log as table audit_log');
    await owner.query('create temporary table kept_seals as table audit_seals');
    await owner.query(statement);
    const found = await findBreaks(service);
    await owner.query(`delete from audit_log; insert into audit_log select * from kept_log;
      delete from audit_seals; insert into audit_seals select * from kept_seals;
      drop table kept_log, kept_seals; set session_replication_role = origin`);
    return found;
  }
  const ENTRY = `(select id from audit_log where after ->> 'url' = 'https://a.example/w-729')`;

  it.each([
    [
      'an entry that was removed too early',
      `update audit_seals set purged_at = now(), entry_at = now() - interval '729 days'
        where entry_id = ${ENTRY};
       delete from audit_log where id = ${ENTRY}`,
      /its entry was removed$/,
    ],
    [
      'an entry that is there though its link says that it was removed',
      `update audit_seals set purged_at = now(), entry_at = now() - interval '900 days'
        where entry_id = ${ENTRY}`,
      /its entry was removed$/,
    ],
    [
      'a link that was changed after its entry was removed',
      `update audit_seals set hash = sha256('x') where purged_at is not null
        and number = (select min(number) from audit_seals where purged_at is not null)`,
      /its previous hash differs from the hash of the link before it$/,
    ],
  ])('finds %s', async (_, statement, problem) => {
    const found = await findAfter(statement);
    expect(found).toEqual([expect.stringMatching(problem)]);
  });
});

it('an entry says from where it was requested, and one of timed work does not', async () => {
  const entries = await auditLogOf(service.sandbox, 'entity_type=WEBHOOK');
  expect(new Set(entries.map(({ actor }) => actor.address))).toEqual(new Set(['127.0.0.1']));
  const [made] = await auditLogOf(service.sandbox, 'entity_type=ORGANIZATION');
  expect(made.actor).not.toHaveProperty('address');
});
