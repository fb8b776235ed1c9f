import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findBreaks, seal } from '#test/audit-log.ts';
import { openAccount } from '#test/billing-scenario.ts';
import { buildWorld, type World } from '#test/example-world.ts';
import { findMismatches } from '#test/find-mismatches.ts';
import { issueManual } from '#test/mail-scenario.ts';
import { useService } from '#test/running-app.ts';
import { LOCAL_CONNECTOR } from '#test/scripted-provider.ts';

/** What a wipe leaves, and why. */
const KEPT: Record<string, string> = {
  api_keys: 'whoever wipes goes on with its key',
  api_key_uses: 'belongs to the keys',
  request_log_erasures: 'what is still to be written is written without content',
  audit_chains: 'the audit log says who wiped',
  audit_log: 'the audit log says who wiped',
  audit_seals: 'the audit log says who wiped',
  audit_unsealed: 'the audit log says who wiped',
  custom_roles: 'people stay',
  email_domains: 'people stay',
  identity_provider_domains: 'people stay',
  identity_provider_groups: 'people stay',
  identity_providers: 'people stay',
  invitations: 'people stay',
  linked_identities: 'people stay',
  memberships: 'people stay',
  oidc_logins: 'people stay',
  sessions: 'people stay',
  setup_links: 'people stay',
  catalog_changes: 'processes read in it what they have to forget',
  currency_rates: 'belongs to the organization',
  scheduled_work: 'one piece, which removes the files',
  organization_currencies: 'belongs to the organization',
  organizations: 'itself',
  settings: 'those of the organization itself',
  wiped_files: 'what that piece has to remove',
};

const service = useService(LOCAL_CONNECTOR, { own: 'adds a table' });
let owner: pg.Client;
let world: World;
let others: Map<string, string>;
let mine: Map<string, string>;

/** `table` and how many rows somebody has in it, with a hash of them; without tables that have none. */
async function countRows(whose: string): Promise<Map<string, string>> {
  const { rows: tables } = await owner.query<{ name: string }>(`
    select c.relname as name from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'org_id') order by 1`);
  const found = new Map<string, string>();
  for (const { name } of tables) {
    const { rows } = await owner.query(
      `select count(*) || ' ' || coalesce(sum(hashtextextended(t::text, 0)), 0) as rows from ${name} t
        where org_id in (select org_id from organizations o where ${whose})`,
    );
    if (!rows[0].rows.startsWith('0 ')) found.set(name, rows[0].rows);
  }
  return found;
}

const MINE = `o.id = 'wiped' and o.environment = 'sandbox'`;

beforeAll(async () => {
  owner = new pg.Client({ connectionString: service.databaseUrl });
  await owner.connect();
  await buildWorld(service, 'untouched', 'other');
  world = await buildWorld(service, 'wiped');
  // As a migration of the future would: nobody has to remember the wipe.
  await owner.query(`
    create table things_of_later (org_id integer not null references organizations, id text not null,
      account_id text not null, primary key (org_id, id),
      foreign key (org_id, account_id) references accounts (org_id, id));
    select protect_table('things_of_later');
    insert into things_of_later select org_id, 'thing of ' || id, id from accounts`);
  await world.client.must.post('/ext/v1/organization/currencies', { currency: 'EUR', rate: 1.1 });
  const zone = { id: 'NET_TERMS', name: 'Terms', value: '14', dataType: 'NUMERIC', namespace: 'USER' };
  await world.client.must.post('/settings', { ...zone, entityType: 'ORGANIZATION', entityId: 'wiped' });
  await issueManual(world.client, String(world.ids.account_id));
  await seal(service, 'wiped');
  others = await countRows(`not (${MINE})`);
  mine = await countRows(MINE);
});
afterAll(() => owner.end());

const wipe = (body: object = { organizationId: 'wiped' }) => world.client.post('/ext/v1/sandbox/wipe', body);

describe('POST /ext/v1/sandbox/wipe', () => {
  it('is tried on most tables that there are', () => {
    expect(mine.size).toBeGreaterThan(70);
    expect([...mine.keys()]).toEqual(
      expect.arrayContaining(['events', 'invoices', 'wallet_entries', 'files']),
    );
  });

  it('without its confirmation it does nothing', async () => {
    expect((await wipe({ organizationId: 'untouched' })).status).toBe(400);
    expect(await countRows(MINE)).toEqual(mine);
  });

  it('leaves what is named, and no row of any other table', async () => {
    const { status, body } = await wipe();
    expect([status, body.organizationId]).toEqual([200, 'wiped']);
    expect(body.removedRows).toBeGreaterThan(150);
    const left = await countRows(MINE);
    expect([...left.keys()].filter((table) => !(table in KEPT))).toEqual([]);
    for (const table of ['api_keys', 'currency_rates', 'organization_currencies'])
      expect([table, left.get(table)]).toEqual([table, mine.get(table)]);
    expect((await world.client.must.get('/settings')).data).toMatchObject([{ id: 'NET_TERMS' }]);
  });

  it('touches no row of others, not of production either', async () => {
    expect(await countRows(`not (${MINE})`)).toEqual(others);
  });

  it('the audit log says so in one entry, and its chain goes on', async () => {
    await seal(service, 'wiped');
    expect(await findBreaks(service, 'wiped')).toEqual([]);
    const { data } = await world.client.must.get('/ext/v1/audit_log?operation_id=wipeSandbox');
    expect(data).toMatchObject([
      { entityType: 'ORGANIZATION', action: 'UPDATED', actor: { type: 'API_KEY' } },
    ]);
  });

  it('files are removed from the storage', async () => {
    const keys = (await owner.query(`select storage_key from wiped_files`)).rows.map(
      (row) => row.storage_key,
    );
    expect(keys.length).toBeGreaterThan(1);
    await world.client.setClock('2030-01-01T00:00:00Z');
    expect((await owner.query('select from wiped_files')).rowCount).toBe(0);
    for (const key of keys) expect(await service.app.deployment.files.open(key)).toBeNull();
  });

  it('everything can begin anew, under the same ids, and every audit agrees', async () => {
    await openAccount(world.client, String(world.ids.account_id));
    expect(await findMismatches(service, { organization: 'wiped' })).toEqual([]);
  });
});

it('production has no such operation, and the function of the database rejects it', async () => {
  const reply = await service.production.post('/ext/v1/sandbox/wipe', { organizationId: 'default' });
  expect(reply.status).toBe(404);
  const { rows } = await owner.query(`select org_id from organizations where environment = 'production'`);
  await owner.query('begin');
  await owner.query(`set local app.org_id = '${rows[0].org_id}'`);
  await expect(owner.query('select wipe_sandbox(1)')).rejects.toThrow('only a sandbox is wiped');
  await owner.query('rollback');
});
