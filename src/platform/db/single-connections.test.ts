import { setImmediate } from 'node:timers/promises';
import { type CompiledQuery, sql } from 'kysely';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { useDatabase } from '#test/open-database.ts';
import { applicationRole } from './application-role.ts';
import { type Database, openDatabase, sqlState } from './database.ts';
import type { SingleScope } from './single-statement.ts';
import { forgetStatementNames } from './statement-names.ts';
import { builder } from './transaction-on-client.ts';

const opened = useDatabase();
const CLASS = 4_997;
const SHARED = { lockClass: CLASS, mode: 'shared' } as const;
let short: SingleScope;
let database: Database;

beforeEach(async () => {
  const { orgId } = await opened.org(`org-${crypto.randomUUID()}`);
  short = { orgId, lock: SHARED, isShort: true };
  database = openWith({});
});
afterEach(() => database.close());

function openWith(settings: pg.ClientConfig): Database {
  return openDatabase({
    connection: { connectionString: opened.url, ...settings },
    ...{ maxConnections: 4, role: applicationRole, onError: () => undefined },
  });
}

/** While somebody keeps the organization's lock. */
async function withLock<T>(run: () => Promise<T>): Promise<T> {
  const owner = new pg.Client({ connectionString: opened.url });
  await owner.connect();
  await owner.query(`select pg_advisory_lock(${CLASS}, ${short.orgId})`);
  try {
    return await run();
  } finally {
    await owner.end();
  }
}

interface Seen {
  pid: number;
  org: string;
}

/** Waits, then says on which connection it ran, and for whom. */
const resting = (seconds: number): CompiledQuery<Seen> =>
  sql<Seen>`
    with rested as materialized (select pg_sleep(${seconds}::float8))
    select pg_backend_pid() as pid, current_setting('app.org_id') as org from rested`.compile(builder);

const writing = (key: string, { divisor = 1, orgId = short.orgId } = {}) =>
  sql<{ pid: number }>`
    with rested as materialized (select pg_sleep(0.05)),
    written as (insert into catalog_changes (org_id, kind, key) values (${orgId}, 'ACCOUNT', ${key}))
    select pg_backend_pid() + 0 / ${divisor}::int as pid from rested`.compile(builder);

/** Keys that were written, as everybody sees them. */
async function written(): Promise<string[]> {
  const reading = sql<{ key: string }>`
    select key from catalog_changes where org_id = ${short.orgId} and key like 'w%' order by key`;
  const scope = { orgId: short.orgId, access: 'read' } as const;
  const { rows } = await database.transaction(scope, (tx) => reading.execute(tx));
  return rows.map(({ key }) => key);
}

/** So often that the server keeps them. */
async function keepBoth(): Promise<void> {
  // What other files asked in this process may have taken all names that there are.
  forgetStatementNames();
  for (let run = 0; run < 6; run++) {
    await database.single(short, resting(0));
    await database.single(short, writing('kept'));
  }
}

/** One after the other, in turns of the event loop: each is on its way when the next is asked. */
async function startAll<T>(asks: readonly (() => Promise<T>)[]): Promise<Promise<T>[]> {
  const requested: Promise<T>[] = [];
  for (const send of asks) {
    const response = send();
    response.catch(() => undefined); // whoever gets it awaits it
    requested.push(response);
    await setImmediate();
  }
  return requested;
}

async function pidsOf(running: readonly Promise<{ pid: number }[]>[]): Promise<number[]> {
  return (await Promise.all(running)).map(([row]) => row?.pid ?? 0);
}

describe('brief statements of one organization', () => {
  it('follow each other on one connection, two at a time', async () => {
    await keepBoth();
    const requested = await startAll(
      [2, 0, 0].map((seconds) => () => database.single(short, resting(seconds))),
    );
    const pids = await pidsOf(requested);
    expect(pids[1]).toBe(pids[0]);
    expect(pids[2]).not.toBe(pids[0]);
    // The connection went back, once, and serves whoever comes.
    expect(database.pool.idleCount).toBe(database.pool.totalCount);
    expect(await pidsOf([database.single(short, resting(0))])).not.toContain(0);
  });

  it('follow each other as long as any is under way', async () => {
    await keepBoth();
    const rest = () => database.single(short, resting(0.25));
    const [first] = await startAll([rest]);
    const requested = first ? [first] : [];
    for (let run = 0; run < 4; run++) {
      requested.push(...(await startAll([rest])));
      await requested[run];
    }
    expect(new Set(await pidsOf(requested)).size).toBe(1);
  });

  it('are each a transaction: an error of one does not affect the other', async () => {
    await keepBoth();
    const saying = await startAll([
      () => database.single(short, writing('w1', { divisor: 0 })),
      () => database.single(short, writing('w2')),
    ]);
    const said = await Promise.allSettled(saying);
    expect(said.map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
    const sayingMore = await startAll([
      () => database.single(short, writing('w3')),
      () => database.single(short, writing('w4', { divisor: 0 })),
    ]);
    const after = await Promise.allSettled(sayingMore);
    expect(after.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
    expect(await written()).toEqual(['w2', 'w3']);
  });

  it('are committed one by one: the first is there while the second still runs', async () => {
    await keepBoth();
    let hasEnded = false;
    const requested = await startAll<{ pid: number }[]>([
      () => database.single(short, writing('w1')),
      () => database.single(short, resting(1.5)).finally(() => (hasEnded = true)),
    ]);
    await requested[0];
    expect(await written()).toEqual(['w1']);
    expect(hasEnded).toBe(false);
    expect(new Set(await pidsOf(requested)).size).toBe(1);
  });

  it('do not follow one that the server does not keep yet, and might never', async () => {
    await keepBoth();
    const fresh = openWith({ lock_timeout: 50 });
    await fresh.pool.query('select 1');
    await withLock(async () => {
      // The first is refused at the lock: what it says after that the server does not look at.
      const requested = await startAll(['w1', 'w2'].map((key) => () => fresh.single(short, writing(key))));
      const said = await Promise.all(requested.map((each) => each.catch(sqlState)));
      expect(said).toEqual(['55P03', '55P03']);
    });
    await fresh.close();
  });

  it('that are lost with their connection fail together, and the next has another', async () => {
    await keepBoth();
    const both = await startAll([1, 2].map(() => () => database.single(short, resting(10))));
    const killer = new pg.Client({ connectionString: opened.url });
    await killer.connect();
    const kill = `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and query like '%rested%' and state = 'active'
        and pid <> pg_backend_pid()`;
    await expect.poll(async () => (await killer.query(kill)).rowCount, { timeout: 5_000 }).toBe(1);
    await killer.end();
    const ended = await Promise.allSettled(both);
    expect(ended.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    const [seen] = await database.single(short, resting(0));
    expect(seen?.org).toBe(String(short.orgId));
    expect(database.pool.idleCount).toBe(database.pool.totalCount);
  });
});

describe('statements that do not follow', () => {
  it('are those of another organization, which must not wait behind a lock of this one', async () => {
    await keepBoth();
    const { orgId } = await opened.org(`other-${crypto.randomUUID()}`);
    const waiting = await withLock(async () => {
      const requested = await startAll([() => database.single(short, resting(0))]);
      const [seen] = await database.single({ ...short, orgId }, resting(0));
      expect(seen?.org).toBe(String(orgId));
      return requested;
    });
    expect(await waiting[0]).toEqual([{ pid: expect.any(Number), org: String(short.orgId) }]);
  });

  it('are those that take long, and nobody follows one of them', async () => {
    await keepBoth();
    const long = { ...short, isShort: false };
    const scopes = [long, short, long];
    const pids = await pidsOf(
      await startAll(scopes.map((scope) => () => database.single(scope, resting(0.1)))),
    );
    expect(new Set(pids).size).toBe(3);
  });

  it('see no rows of the organization before them on their connection', async () => {
    await keepBoth();
    const { orgId } = await opened.org(`other-${crypto.randomUUID()}`);
    const foreign = await database.single(short, writing('w', { orgId })).catch(sqlState);
    expect(foreign).toBe('42501');
    expect(await written()).toEqual([]);
  });
});
