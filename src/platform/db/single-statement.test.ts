import { type CompiledQuery, sql } from 'kysely';
import pg from 'pg';
import { beforeAll, describe, expect, it } from 'vitest';
import { useDatabase } from '#test/open-database.ts';
import { applicationRole } from './application-role.ts';
import { type Database, openDatabase, sqlState } from './database.ts';
import type { SingleScope } from './single-statement.ts';
import { builder } from './transaction-on-client.ts';

const opened = useDatabase();
const CLASS = 4_998;
const SHARED = { lockClass: CLASS, mode: 'shared' } as const;
const ALONE = { lockClass: CLASS, mode: 'alone' } as const;
let org: SingleScope;
let database: Database;

beforeAll(async () => {
  const { orgId } = await opened.org('single');
  org = { orgId, lock: SHARED };
  ({ database } = opened);
});

const reading = (key: string) =>
  sql<{ lastKey: string }>`
  select key as last_key from catalog_changes where key = ${key}`.compile(builder);
const writing = (orgId: number, key: string) =>
  sql<{ key: string }>`
    insert into catalog_changes (org_id, kind, key)
    values (${orgId}, 'ACCOUNT', ${key}) returning key`.compile(builder);

const failing = (key: string) =>
  sql<{ later: string }>`
    insert into catalog_changes (org_id, kind, key) values (${org.orgId}, 'ACCOUNT', ${key})
    returning key as later`.compile(builder);

/** One connection alone, so that what a statement leaves on it meets the next. */
function openOne(settings: pg.ClientConfig = {}): Database {
  return openDatabase({
    connection: { connectionString: opened.url, ...settings },
    ...{ maxConnections: 1, role: applicationRole, onError: () => undefined },
  });
}

describe('a statement that is a transaction of its own', () => {
  it('is committed when it is answered, and has columns as every statement does', async () => {
    expect(await database.single(org, writing(org.orgId, 'answered'))).toEqual([{ key: 'answered' }]);
    expect(await database.single(org, reading('answered'))).toEqual([{ lastKey: 'answered' }]);
    const other = new pg.Client({ connectionString: opened.url });
    await other.connect();
    const { rows } = await other.query(`select key from catalog_changes where key = 'answered'`);
    expect(rows).toEqual([{ key: 'answered' }]);
    await other.end();
  });

  it('acts for its organization alone, and leaves nothing of that on the connection', async () => {
    const one = openOne();
    const { orgId: other } = await opened.org('other-single');
    await one.single(org, writing(org.orgId, 'own'));
    expect(await one.single({ orgId: other, lock: SHARED }, reading('own'))).toEqual([]);
    const foreign = await one.single(org, writing(other, 'foreign')).catch(sqlState);
    expect(foreign).toBe('42501');
    const left = await one.pool.query(`
      select current_setting('app.org_id', true) as org,
        (select count(*)::int from pg_locks
          where pid = pg_backend_pid() and locktype = 'advisory') as locks`);
    expect(left.rows).toEqual([{ org: '', locks: 0 }]);
    await one.close();
  });

  it.each([SHARED, ALONE])('waits for its lock, and sees what was done meanwhile: %j', async (lock) => {
    const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
    const { promise: isHeld, resolve: hold } = Promise.withResolvers<void>();
    const key = `seen ${lock.mode}`;
    const scope = { orgId: org.orgId, access: 'write' } as const;
    const holding = database.transaction(scope, async (tx) => {
      await sql`select pg_advisory_xact_lock_shared(${CLASS}, ${org.orgId})`.execute(tx);
      if (lock.mode === 'shared') await sql`select pg_advisory_xact_lock(${CLASS}, ${org.orgId})`.execute(tx);
      hold();
      await isReleased;
      await tx.executeQuery(writing(org.orgId, key));
    });
    await isHeld;
    const waiting = database.single({ orgId: org.orgId, lock }, reading(key));
    const listWaiting = () =>
      database.pool.query(`select 1 from pg_locks where classid = ${CLASS} and not granted`);
    try {
      await expect.poll(async () => (await listWaiting()).rows, { timeout: 10_000 }).toHaveLength(1);
    } finally {
      release();
    }
    await holding;
    expect(await waiting).toEqual([{ lastKey: key }]);
  });

  it('fails with the error that denied the lock, and does nothing', async () => {
    const impatient = openOne({ lock_timeout: 50 });
    const scope = { orgId: org.orgId, access: 'write' } as const;
    await database.transaction(scope, async (tx) => {
      await sql`select pg_advisory_xact_lock(${CLASS}, ${org.orgId})`.execute(tx);
      // So often that it gets a name, under which the server has never seen it.
      for (let run = 0; run < 6; run++)
        expect(await impatient.single(org, failing('refused')).catch(sqlState)).toBe('55P03');
    });
    expect(await impatient.single(org, reading('refused'))).toEqual([]);
    for (let run = 0; run < 6; run++)
      expect(await impatient.single(org, failing(`later ${run}`))).toEqual([{ later: `later ${run}` }]);
    await impatient.close();
  });

  it('fails when its commit is rejected, and does nothing', async () => {
    const owner = new pg.Client({ connectionString: opened.url });
    await owner.connect();
    await owner.query(`
      create table checked_late (id int);
      grant select, insert on checked_late to ${applicationRole};
      create function check_late() returns trigger language plpgsql as $$ begin
        raise exception 'refused at last' using errcode = '23514'; end $$;
      create constraint trigger judge after insert on checked_late deferrable initially deferred
        for each row execute function check_late()`);
    const one = openOne();
    const inserting = sql`insert into checked_late values (1) returning id`.compile(builder);
    expect(await one.single(org, inserting).catch(sqlState)).toBe('23514');
    const counting = sql<{ n: number }>`select count(*)::int as n from checked_late`.compile(builder);
    expect(await one.single(org, counting)).toEqual([{ n: 0 }]);
    await one.close();
    await owner.end();
  });

  it('undoes all of it when it fails, and the connection is good for the next', async () => {
    const one = openOne();
    const pidOf = async () => (await one.pool.query('select pg_backend_pid() as pid')).rows[0].pid as number;
    const pid = await pidOf();
    // So often that the server keeps both statements.
    for (let run = 0; run < 8; run++) {
      const failing = sql`
        with written as (
          insert into catalog_changes (org_id, kind, key) values (${org.orgId}, 'ACCOUNT', 'undone'))
        select 1 / ${0}::int`.compile(builder);
      expect(await one.single(org, failing).catch(sqlState)).toBe('22012');
      expect(await one.single(org, reading('undone'))).toEqual([]);
    }
    expect(await pidOf()).toBe(pid);
    await one.close();
  });

  it('that cannot be sent is rejected, and the next is not', async () => {
    const one = openOne();
    const unreadable = {
      toPostgres: () => {
        throw new Error('cannot be said');
      },
    };
    const failing: CompiledQuery<unknown> = { ...reading('x'), parameters: [unreadable] };
    await expect(one.single(org, failing)).rejects.toThrow('cannot be said');
    expect(await one.single(org, reading('nothing'))).toEqual([]);
    await one.close();
  });

  it('is tried again when the database has it give way', async () => {
    const owner = new pg.Client({ connectionString: opened.url });
    await owner.connect();
    await owner.query(`
      create sequence give_way; grant usage on sequence give_way to ${applicationRole};
      create function give_way_once() returns text language plpgsql as $$ begin
        if nextval('give_way') < 3 then raise exception 'gives way' using errcode = '40P01'; end if;
        return 'again'; end $$`);
    const trying = sql<{ key: string }>`
      insert into catalog_changes (org_id, kind, key)
      values (${org.orgId}, 'ACCOUNT', give_way_once()) returning key`.compile(builder);
    expect(await database.single(org, trying)).toEqual([{ key: 'again' }]);
    const { rows } = await owner.query(`select last_value::int as tries from give_way`);
    expect(rows).toEqual([{ tries: 3 }]);
    await owner.end();
  });

  it('fails when its connection is lost, and the next has another', async () => {
    const one = openOne();
    const readingPid = sql<{ pid: number }>`select pg_backend_pid() as pid`.compile(builder);
    const [pid] = await one.single(org, readingPid);
    const failing = one.single(org, sql`select pg_sleep(10)`.compile(builder));
    failing.catch(() => undefined);
    const killer = new pg.Client({ connectionString: opened.url });
    await killer.connect();
    await killer.query('select pg_terminate_backend($1)', [pid?.pid]);
    await killer.end();
    await expect(failing).rejects.toThrow();
    expect(await one.single(org, reading('nothing'))).toEqual([]);
    await one.close();
  });
});
