import { sql } from 'kysely';
import pg from 'pg';
import { beforeAll, describe, expect, it } from 'vitest';
import { applicationRole } from '#platform/db/application-role.ts';
import type { Tx } from '#platform/db/database.ts';
import { transactionOn } from '#platform/db/transaction-on-client.ts';
import type { Org } from '#platform/http/operation.ts';
import { countKeptPlans } from '#test/kept-plans.ts';
import { useDatabase } from '#test/open-database.ts';
import { CHANGES_KEPT_SECONDS, type Changes, changesSince, isUnchangedSince } from './catalog-changes.ts';

/** Enough that nobody would read all of them for each transaction of events. */
const OLD_CHANGES = 50_000;

const opened = useDatabase({ maxConnections: 1 });
let org: Org;

beforeAll(async () => {
  org = await opened.org('acme');
  await inOrg(async (tx) => {
    await sql`
      insert into catalog_changes (org_id, kind, key)
      select ${org.orgId}, 'ACCOUNT', 'old ' || n from generate_series(1, ${OLD_CHANGES}) as n`.execute(tx);
  });
  const owner = new pg.Client({ connectionString: opened.url });
  await owner.connect();
  await owner.query('vacuum analyze catalog_changes');
  await owner.end();
});

async function listChanges(tx: Tx, since: string | null): Promise<Changes> {
  const { rows } = await sql<Changes>`select ${changesSince(org, since)}`.execute(tx);
  return rows[0] as Changes;
}

async function isUnchanged(tx: Tx, compared: Changes): Promise<boolean> {
  const condition = isUnchangedSince({ orgId: org.orgId, ...compared });
  const { rows } = await sql<{ is: boolean }>`select ${condition} as is`.execute(tx);
  return (rows[0] as { is: boolean }).is;
}

function inOrg<T>(run: (tx: Tx) => Promise<T>): Promise<T> {
  return opened.database.transaction({ orgId: org.orgId, access: 'write' }, run);
}

const change = (key: string) =>
  inOrg((tx) =>
    sql`insert into catalog_changes (org_id, kind, key) values (${org.orgId}, 'ACCOUNT', ${key})`.execute(tx),
  );

describe('changes since a snapshot', () => {
  it('are those that became visible since, each once', async () => {
    const first = await inOrg((tx) => listChanges(tx, null));
    expect(first.changes).toEqual([]);
    await change('a1');
    await change('a2');
    const second = await inOrg((tx) => listChanges(tx, first.snapshot));
    expect(second.changes).toEqual([
      { kind: 'ACCOUNT', key: 'a1' },
      { kind: 'ACCOUNT', key: 'a2' },
    ]);
    expect((await inOrg((tx) => listChanges(tx, second.snapshot))).changes).toEqual([]);
  });

  it('are none until there is one, and may be some when it was long ago', async () => {
    const compared = await inOrg((tx) => listChanges(tx, null));
    const hourAgo = compared.atSeconds - CHANGES_KEPT_SECONDS;
    expect(await inOrg((tx) => isUnchanged(tx, compared))).toBe(true);
    expect(await inOrg((tx) => isUnchanged(tx, { ...compared, atSeconds: hourAgo + 60 }))).toBe(true);
    expect(await inOrg((tx) => isUnchanged(tx, { ...compared, atSeconds: hourAgo - 1 }))).toBe(false);
    await change('a3');
    expect(await inOrg((tx) => isUnchanged(tx, compared))).toBe(false);
  });

  const requested = {
    listed: (tx: Tx, since: Changes) => listChanges(tx, since.snapshot),
    'asked about': isUnchanged,
  };
  it.each(['listed', 'asked about'] as const)(
    'are found by the index, with a plan that the server keeps, when they are %s',
    async (way) => {
      const since = await inOrg((tx) => listChanges(tx, null));
      const client = new pg.Client({ connectionString: opened.url });
      await client.connect();
      await client.query(`set role ${applicationRole}; set app.org_id = '${org.orgId}'`);
      expect(await countKeptPlans(client, (tx) => requested[way](tx, since))).toBe(15);
      await client.query('begin');
      await requested[way](transactionOn(client), since);
      const { rows } = await client.query(
        `select seq_scan::int as whole from pg_stat_xact_user_tables where relname = 'catalog_changes'`,
      );
      expect(rows).toEqual([{ whole: 0 }]);
      await client.end();
    },
  );
});
