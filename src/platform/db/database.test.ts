import { sql } from 'kysely';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { useDatabase } from '#test/open-database.ts';
import { WRITES_ALONE } from './advisory-locks.ts';
import { applicationRole } from './application-role.ts';
import { openDatabase, sqlState, type Tx, violatedConstraint } from './database.ts';

const opened = useDatabase({ maxConnections: 4 });
const now = Temporal.Instant.from('2026-01-31T00:00:00Z');

async function insertCurrency(tx: Tx, orgId: number, currency: string): Promise<void> {
  await sql`insert into organization_currencies values (${orgId}, ${currency}, 1, ${now})`.execute(tx);
}
async function listCurrencies(tx: Tx): Promise<string[]> {
  const { rows } = await sql<{ currency: string }>`
    select currency from organization_currencies order by currency`.execute(tx);
  return rows.map((row) => row.currency);
}
const write = <T>(orgId: number | null, run: (tx: Tx) => Promise<T>) =>
  opened.database.transaction({ orgId, access: 'write' }, run);
const read = <T>(orgId: number | null, run: (tx: Tx) => Promise<T>) =>
  opened.database.transaction({ orgId, access: 'read' }, run);

describe('the wall between organizations', () => {
  it('shows nothing and lets nothing in when no organization is set', async () => {
    const { orgId } = await opened.org('unset');
    await write(orgId, (tx) => insertCurrency(tx, orgId, 'EUR'));
    for (const access of [read, write]) expect(await access(null, listCurrencies)).toEqual([]);
    await expect(write(null, (tx) => insertCurrency(tx, orgId, 'SEK'))).rejects.toThrow(/row-level security/);
  });

  it('shows the rows of the one that is set, whatever the statement asks for', async () => {
    const [a, b] = [await opened.org('wall-a'), await opened.org('wall-b')];
    await write(a.orgId, (tx) => insertCurrency(tx, a.orgId, 'EUR'));
    await write(b.orgId, (tx) => insertCurrency(tx, b.orgId, 'SEK'));
    for (const access of [read, write]) {
      expect(await access(a.orgId, listCurrencies)).toEqual(['EUR']);
      expect(await access(b.orgId, listCurrencies)).toEqual(['SEK']);
    }
    await expect(write(a.orgId, (tx) => insertCurrency(tx, b.orgId, 'JPY'))).rejects.toThrow(
      /row-level security/,
    );
    await write(a.orgId, (tx) => sql`update organization_currencies set rate = 9`.execute(tx));
    await write(a.orgId, (tx) => sql`delete from organization_currencies`.execute(tx));
    expect(await read(b.orgId, listCurrencies)).toEqual(['SEK']);
  });

  it('holds on every connection while many organizations use few of them', async () => {
    const orgs = await Promise.all(Array.from({ length: 6 }, (_, i) => opened.org(`many-${i}`)));
    const codes = ['AAA', 'BBB', 'CCC', 'DDD', 'EEE', 'FFF'];
    await Promise.all(
      orgs.map(({ orgId }, i) => write(orgId, (tx) => insertCurrency(tx, orgId, codes[i] ?? ''))),
    );
    const rounds = Array.from({ length: 300 }, async (_, n) => {
      const i = (n * 7) % orgs.length;
      const seen = await (n % 3 === 0 ? write : read)(orgs[i]?.orgId ?? 0, async (tx) => {
        const both = await Promise.all([listCurrencies(tx), listCurrencies(tx)]);
        if (n % 5 === 0) await sql`select 1 / 0`.execute(tx);
        return both;
      }).catch((error) => String(error));
      // Every fifth fails on purpose, so that failed transactions stand between the others.
      if (n % 5 === 0) expect(seen).toMatch(/division by zero/);
      else expect(seen).toEqual([[codes[i]], [codes[i]]]);
    });
    await Promise.all(rounds);
  });

  it('stands again after a transaction: nothing of it is left for the next one', async () => {
    const { orgId } = await opened.org('left');
    const state = (tx: Tx) =>
      sql<{ role: string; org: number | null; directory: string | null }>`
        select current_user as role, current_org() as org,
          current_setting('app.directory', true) as directory`
        .execute(tx)
        .then(({ rows }) => rows[0]);
    for (const access of ['read', 'write'] as const) {
      const scope = { orgId, access, isDirectory: true, credential: '0'.repeat(64) };
      expect(await opened.database.transaction(scope, state)).toEqual({
        role: 'tallymark_app',
        org: orgId,
        directory: 'on',
      });
      for (let i = 0; i < 10; i++) {
        const next = await opened.database.transaction({ orgId: null, access }, state);
        expect(next).toMatchObject({ role: 'tallymark_app', org: null });
        expect(next?.directory).not.toBe('on');
      }
    }
  });

  it('rejects a credential that is no hash before it reaches the database', async () => {
    for (const access of ['read', 'write'] as const)
      await expect(
        opened.database.transaction({ orgId: 1, access, credential: "'; reset role; --" }, listCurrencies),
      ).rejects.toThrow(RangeError);
  });
});

describe('a transaction that reads', () => {
  it('cannot write', async () => {
    const { orgId } = await opened.org('reader');
    const error = await read(orgId, (tx) => insertCurrency(tx, orgId, 'EUR')).catch((caught) => caught);
    expect(sqlState(error)).toBe('25006');
  });

  it('leaves its connection fit for use after an error', async () => {
    const { orgId } = await opened.org('reader-2');
    for (let i = 0; i < 12; i++)
      await expect(read(orgId, (tx) => sql`select 1 / 0`.execute(tx))).rejects.toThrow(/division by zero/);
    expect(await read(orgId, listCurrencies)).toEqual([]);
  });
});

describe('a transaction that writes', () => {
  it('leaves nothing behind when it throws', async () => {
    const { orgId } = await opened.org('thrower');
    const fault = new Error('after the insert');
    const failing = write(orgId, async (tx) => {
      await insertCurrency(tx, orgId, 'EUR');
      throw fault;
    });
    await expect(failing).rejects.toBe(fault);
    expect(await read(orgId, listCurrencies)).toEqual([]);
  });

  it('does not pretend to have committed when a failed statement was swallowed', async () => {
    const { orgId } = await opened.org('swallower');
    const failing = write(orgId, async (tx) => {
      await insertCurrency(tx, orgId, 'EUR');
      await insertCurrency(tx, orgId, 'EUR').catch(() => undefined);
    });
    await expect(failing).rejects.toThrow('rolled back');
    expect(await read(orgId, listCurrencies)).toEqual([]);
  });

  it('runs again when the database chose it as the victim of a deadlock', async () => {
    const { orgId } = await opened.org('deadlock');
    await write(orgId, async (tx) => {
      for (const currency of ['EUR', 'SEK']) await insertCurrency(tx, orgId, currency);
    });
    const raise = (tx: Tx, currency: string) =>
      sql`update organization_currencies set rate = rate + 1 where currency = ${currency}`.execute(tx);
    let runs = 0;
    let arrived = 0;
    const other = Promise.withResolvers<void>();
    const inOrder = async (first: string, second: string) => {
      await write(orgId, async (tx) => {
        // The one that runs again lets the other commit: two could meet more than once.
        if (++runs > 2) await other.promise;
        await raise(tx, first);
        arrived++;
        // Both hold their first row before either asks for its second.
        while (arrived < 2) await new Promise((resolve) => setTimeout(resolve, 5));
        await raise(tx, second);
      });
      other.resolve();
    };
    await Promise.all([inOrder('EUR', 'SEK'), inOrder('SEK', 'EUR')]);
    expect(runs).toBe(3);
    const rates = await read(orgId, (tx) =>
      sql<{ rate: unknown }>`select rate from organization_currencies order by currency`.execute(tx),
    );
    expect(rates.rows.map(({ rate }) => String(rate))).toEqual(['3', '3']); // 1 + one raise by each
  });

  it('gives up after four tries, with the error of the last', async () => {
    let runs = 0;
    const failing = write(null, (tx) => {
      runs++;
      return sql`do $$ begin raise exception 'again' using errcode = '40001'; end $$`.execute(tx);
    });
    await expect(failing).rejects.toThrow('again');
    expect(runs).toBe(4);
  });

  it('identifies database errors by state and constraint', async () => {
    const { orgId } = await opened.org('states');
    const error = await write(orgId, async (tx) => {
      await insertCurrency(tx, orgId, 'EUR');
      await insertCurrency(tx, orgId, 'EUR');
    }).catch((caught) => caught);
    expect([sqlState(error), violatedConstraint(error)]).toEqual(['23505', 'organization_currencies_pkey']);
    expect([sqlState(new Error('x')), violatedConstraint(null)]).toEqual(['', '']);
  });
});

it('a snapshot is read by one process of the server', async () => {
  const maxWorkers = async (access: 'snapshot' | 'write') =>
    opened.database.transaction({ orgId: null, access }, async (tx) => {
      const { rows } = await sql<{ max: string }>`
        select current_setting('max_parallel_workers_per_gather') as max`.execute(tx);
      return rows[0]?.max;
    });
  expect(await maxWorkers('snapshot')).toBe('0');
  expect(await maxWorkers('write')).not.toBe('0');
});

describe('a transaction that takes its time', () => {
  /** A server that says nothing for longer is taken for gone. */
  const impatient = () =>
    openDatabase({
      connection: {
        connectionString: `${opened.url}${opened.url.includes('?') ? '&' : '?'}query_timeout=300`,
      },
      ...{ maxConnections: 1, role: null, onError: () => undefined },
    });
  const sleep = (tx: Tx) => sql`select pg_sleep(0.6)`.execute(tx);

  it.each(['snapshot', 'write'] as const)('is waited for when it said so: %s', async (access) => {
    const database = impatient();
    const limitOf = async (tx: Tx) =>
      (await sql<{ limit: string }>`select current_setting('statement_timeout') as limit`.execute(tx)).rows[0]
        ?.limit;
    try {
      await database.transaction({ orgId: null, access, minutes: 3 }, sleep);
      expect(await database.transaction({ orgId: null, access, minutes: 3 }, limitOf)).toBe('3min');
      expect(await database.transaction({ orgId: null, access }, limitOf)).toBe('1min');
      await expect(database.transaction({ orgId: null, access }, sleep)).rejects.toThrow('timeout');
    } finally {
      await database.close();
    }
  });
});

describe('a transaction with a shared lock', () => {
  const CLASS = 4_999;
  const readRates = async (tx: Tx) => ({ result: await listCurrencies(tx), writes: [] });
  /** Has the lock alone until it is released; then it writes, and the lock ends with it. */
  async function holdAlone(orgId: number) {
    const [held, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const ended = write(orgId, async (tx) => {
      await sql`select pg_advisory_xact_lock(${CLASS}, ${orgId})`.execute(tx);
      held.resolve();
      await released.promise;
      await insertCurrency(tx, orgId, 'EUR');
    });
    await held.promise;
    const release = () => {
      released.resolve();
      return ended;
    };
    return release;
  }

  it('reads what was there when it had the lock', async () => {
    const { orgId } = await opened.org('sharer');
    const release = await holdAlone(orgId);
    const scope = { orgId, access: 'write', lock: { lockClass: CLASS, mode: 'shared' } } as const;
    const reading = opened.database.pipelined(scope, readRates);
    const waiting = sql`select 1 from pg_locks where classid = ${CLASS} and not granted`;
    const listWaiting = async () => (await write(orgId, (tx) => waiting.execute(tx))).rows;
    await expect.poll(listWaiting, { timeout: 10_000 }).toHaveLength(1);
    await release();
    expect(await reading).toEqual(['EUR']);
  });

  it('fails with the error that denied the lock, not with its consequences', async () => {
    const { orgId } = await opened.org('refused');
    const release = await holdAlone(orgId);
    const impatient = openDatabase({
      connection: { connectionString: opened.url, lock_timeout: 50 },
      ...{ maxConnections: 1, role: applicationRole, onError: () => undefined },
    });
    const scope = { orgId, access: 'write', lock: { lockClass: CLASS, mode: 'shared' } } as const;
    const error = await impatient.pipelined(scope, readRates).catch((caught) => caught);
    expect(sqlState(error)).toBe('55P03');
    await release();
    expect(await impatient.pipelined(scope, readRates)).toEqual(['EUR']);
    await impatient.close();
  });
});

describe('a lost connection', () => {
  it('fails the transactions that had it and nothing after them', async () => {
    const { orgId } = await opened.org('lost');
    const killer = new pg.Client({ connectionString: opened.url });
    killer.on('error', () => undefined);
    await killer.connect();
    for (const access of [read, write]) {
      const failing = access(orgId, async (tx) => {
        const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx);
        await killer.query('select pg_terminate_backend($1)', [rows[0]?.pid]);
        return sql`select pg_sleep(0.2)`.execute(tx);
      });
      await expect(failing).rejects.toThrow();
      expect(await access(orgId, listCurrencies)).toEqual([]);
    }
    await killer.end();
  });
});

describe('a transaction beside one that runs', () => {
  const beside = (orgId: number, code: string) =>
    opened.database.beside({ orgId }, (tx) => insertCurrency(tx, orgId, code));

  it('stays when the other is rolled back, and is in the organization that it names alone', async () => {
    const [a, b] = [await opened.org('beside-a'), await opened.org('beside-b')];
    await read(b.orgId, listCurrencies);
    const failed = write(a.orgId, async (tx) => {
      await insertCurrency(tx, a.orgId, 'EUR');
      await beside(a.orgId, 'SEK');
      throw new Error('the other fails');
    });
    await expect(failed).rejects.toThrow('the other fails');
    expect(await read(a.orgId, listCurrencies)).toEqual(['SEK']);
    const others = opened.database.beside(a, (tx) => insertCurrency(tx, b.orgId, 'JPY'));
    await expect(others).rejects.toThrow(/row-level security/);
    // Its connection reads only, as before.
    await expect(read(a.orgId, (tx) => insertCurrency(tx, a.orgId, 'JPY'))).rejects.toThrow(/read-only/);
  });

  it('gets a connection when all of the others are taken by those who wait for it', async () => {
    const { orgId } = await opened.org('beside-many');
    const codes = Array.from({ length: 26 }, (_, n) => `A${String.fromCharCode(65 + n)}A`);
    await Promise.all(codes.map((code) => write(orgId, () => beside(orgId, code))));
    expect(await read(orgId, listCurrencies)).toEqual(codes);
  });

  it('waits for nobody who wants the organization for itself and waits for the other', async () => {
    const { orgId } = await opened.org('beside-alone');
    let alone: Promise<unknown> = Promise.resolve();
    await write(orgId, async (tx) => {
      await listCurrencies(tx);
      alone = opened.database.transaction({ orgId, ...WRITES_ALONE }, listCurrencies);
      await expect.poll(() => isAnyoneWaiting(tx)).toBe(true);
      await beside(orgId, 'EUR');
    });
    expect(await alone).toEqual(['EUR']);
  });

  it('writes nothing where the database is switched to reading', async () => {
    const { orgId } = await opened.org('beside-reading');
    const { rows } = await opened.database.pool.query('select current_database() as name');
    const owner = new pg.Client({ connectionString: opened.url });
    await owner.connect();
    const database = pg.escapeIdentifier(rows[0].name);
    await owner.query(`alter database ${database} set default_transaction_read_only = on`);
    const rejected = await beside(orgId, 'EUR').catch(sqlState);
    await owner.query(`alter database ${database} reset default_transaction_read_only`);
    await owner.end();
    expect(rejected).toBe('25006');
  });
});

async function isAnyoneWaiting(tx: Tx): Promise<boolean> {
  const { rows } = await sql`select from pg_locks where not granted`.execute(tx);
  return rows.length > 0;
}
