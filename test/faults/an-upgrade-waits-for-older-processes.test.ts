import { type ChildProcess, spawn } from 'node:child_process';
import { cp, mkdir, mkdtemp, symlink, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, inject, it, vi } from 'vitest';
import { migrate } from '#platform/db/migrate.ts';
import { readMigrationFiles } from '#platform/db/migration-files.ts';
import { freePort } from '#test/free-port.ts';
import { runTool } from '#test/run-command.ts';
import { nodeOptions } from '../../tools/node-options.mjs';
import { audit, NOTHING_WRONG } from './audit.ts';
import { plannedLedger, sendAll, startLoad } from './careful-client.ts';
import { setUpAccounts } from './setup.ts';
import { builtService, COMPILE_CACHE } from './shared-build.ts';
import { useDatabases, useStand } from './stand.ts';
import { KEYS, type TallymarkProcess } from './tallymark-process.ts';

const MIGRATIONS = resolve(import.meta.dirname, '../../migrations');
const makeDatabase = useDatabases();
const stand = useStand();

/** The next release: this one, and a migration more. */
async function nextRelease(migration: string): Promise<string> {
  const built = await builtService();
  const home = await mkdtemp(join(inject('testServer').folder, 'next-release-'));
  await cp(join(built, 'src'), join(home, 'src'), { recursive: true });
  for (const name of ['node_modules', 'package.json']) await symlink(join(built, name), join(home, name));
  await mkdir(join(home, 'migrations'));
  await cp(MIGRATIONS, join(home, 'migrations'), { recursive: true });
  const number = String((await readMigrationFiles(MIGRATIONS)).length + 1).padStart(4, '0');
  await writeFile(join(home, 'migrations', `${number}_next.sql`), migration);
  return home;
}

const ALONE = '-- beside: no\ncreate table of_the_next_release (id integer)';
const BESIDE = '-- beside: yes\ncreate table of_the_next_release (id integer)';
const SAYS_ALL = { LOG_LEVEL: 'warn' };

async function readyOf(port: number): Promise<string> {
  const response = await fetch(`http://127.0.0.1:${port}/ready`).catch(() => null);
  return response
    ? `${response.status} ${((await response.json()) as { message?: string }).message ?? ''}`
    : '';
}

it('a new process says why it waits, and starts when the old one has stopped; nothing is lost', async () => {
  const database = await makeDatabase();
  const older = await stand.tallymark({ databaseUrl: database.url });
  const setup = await setUpAccounts(older, 4);
  const load = startLoad({ targets: [older], setup });
  await load.untilResponse();
  const port = await freePort();
  const home = await nextRelease(ALONE);
  const starting = stand.tallymark({
    ...{ databaseUrl: database.url, home },
    settings: { ...SAYS_ALL, PORT: String(port) },
  });
  const why = /^503 the service waits to upgrade the database .* have stopped: 1 process of/;
  await vi.waitFor(async () => expect(await readyOf(port)).toMatch(why), { timeout: 60_000, interval: 50 });
  expect((await fetch(`http://127.0.0.1:${port}/live`)).status).toBe(200);
  expect(await database.query("select to_regclass('of_the_next_release') as found")).toEqual([
    { found: null },
  ]);
  // The old one serves as if nothing was.
  await load.untilResponse();
  const ledger = await load.finish();
  await older.stop();
  const newer = await starting;
  expect(newer.output()).toMatch(/"processes":1.*waits to upgrade.*; stop them/);
  expect((await readyOf(port)).slice(0, 3)).toBe('200');
  expect(await audit({ tallymark: newer, database }, setup, ledger)).toEqual(NOTHING_WRONG);
});

it('with UPGRADE=refuse it ends, and one that waits can be stopped', async () => {
  const database = await makeDatabase();
  const older = await stand.tallymark({ databaseUrl: database.url });
  const home = await nextRelease(ALONE);
  const terms = { databaseUrl: database.url, home };
  await expect(stand.tallymark({ ...terms, settings: { UPGRADE: 'refuse' } })).rejects.toThrow(
    /not start: 1 process of older releases runs \(\d+\.\d+\.\d+ with migration \d+.*\) on this/,
  );
  const waiting = await begin(terms);
  await vi.waitFor(() => expect(waiting.output()).toMatch(/waits to upgrade/), { timeout: 60_000 });
  waiting.child.kill('SIGTERM');
  expect(await waiting.end).toBe(0);
  await older.stop();
  await (await stand.tallymark({ ...terms, roles: 'worker', settings: { UPGRADE: 'refuse' } })).stop();
});

it('beside an additive migration both serve, count events once, and the old one may start', async () => {
  const database = await makeDatabase();
  const older = await stand.tallymark({ databaseUrl: database.url, settings: SAYS_ALL });
  const setup = await setUpAccounts(older, 4);
  const ledger = plannedLedger(setup, 1_500);
  const first = sendAll([older], { ...ledger, sent: ledger.sent.slice(0, 500) });
  const newer = await stand.tallymark({ databaseUrl: database.url, home: await nextRelease(BESIDE) });
  await first;
  const rest = sendAll([older, newer], { ...ledger, sent: ledger.sent.slice(400) });
  await older.stop();
  await older.start();
  await rest;
  expect(older.output()).toMatch(/"newer":\["\d{4}_next.sql"\].*a newer release has migrated the database/);
  for (const tallymark of [older, newer])
    expect(await audit({ tallymark, database }, setup, ledger)).toEqual(NOTHING_WRONG);
});

it('an older release refuses a newer database: the API, a worker, and commands', async () => {
  const database = await makeDatabase();
  const newer = await stand.tallymark({ databaseUrl: database.url, home: await nextRelease(ALONE) });
  await newer.stop();
  const refusal = /The database has migration \d{4}_next.sql, which this release does not know/;
  for (const roles of ['api,worker', 'worker'])
    await expect(stand.tallymark({ databaseUrl: database.url, roles })).rejects.toThrow(refusal);
  const env = { DATABASE_URL: database.url };
  for (const [tool, ...args] of [['audit'], ['signing-keys', 'list'], ['organization', 'list']] as const) {
    const { code, output } = await runTool(tool, { args, env });
    expect(`${tool} ${code} ${output}`).toMatch(new RegExp(`^${tool} 1 .*${refusal.source}`, 's'));
  }
});

it('a running process that a newer release has overtaken ends, and says why', async () => {
  const database = await makeDatabase();
  const older = await stand.tallymark({ databaseUrl: database.url });
  const home = await nextRelease(ALONE);
  // Its connection is lost, and before it has another one, the newer release has migrated.
  await database.query(`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and starts_with(application_name, 'tallymark slot')`);
  await migrate({ connectionString: database.url }, join(home, 'migrations'));
  await untilEnded(older);
  expect(older.output()).toMatch(
    /which this release does not know.*a newer release has migrated the database/,
  );
});

interface Begun {
  child: ChildProcess;
  /** The exit status, or the signal. */
  end: Promise<number | string>;
  output(): string;
}

/** A process that is not waited for until it is ready. */
async function begin({ databaseUrl, home }: { databaseUrl: string; home: string }): Promise<Begun> {
  const entry = join(home, 'src/main.ts');
  const child = spawn(process.execPath, [...nodeOptions(entry), entry], {
    env: {
      ...{ ...process.env, ...KEYS, ...COMPILE_CACHE, DATABASE_URL: databaseUrl, PORT: '0' },
      ...{ DATA_DIR: await stand.directory(), LOG_LEVEL: 'warn' },
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  stand.later(async () => child.kill('SIGKILL'));
  let seen = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes) => (seen += String(bytes)));
  const end = new Promise<number | string>((resolve) =>
    child.once('close', (code, signal) => resolve(code ?? String(signal))),
  );
  return { child, end, output: () => seen };
}

async function untilEnded(tallymark: TallymarkProcess): Promise<void> {
  for (const end = performance.now() + 60_000; !tallymark.hasEnded(); await sleep(20))
    if (performance.now() > end) throw new Error('the process goes on');
}

it('a start that is killed in the middle of a migration is completed by the next one', async () => {
  const database = await makeDatabase();
  const home = await nextRelease(
    `${ALONE}; insert into of_the_next_release values (1); select pg_sleep(1.5)`,
  );
  const terms = { databaseUrl: database.url, home };
  const begun = await begin(terms);
  const migrating = `select pid from pg_stat_activity where datname = current_database()
    and application_name = 'tallymark migrate' and query like '%pg_sleep(1.5)%'`;
  await vi.waitFor(async () => expect(await database.query(migrating)).toHaveLength(1), {
    ...{ timeout: 60_000, interval: 20 },
  });
  begun.child.kill('SIGKILL');
  await begun.end;
  const again = await stand.tallymark(terms);
  expect(await database.query('select id from of_the_next_release')).toEqual([{ id: 1 }]);
  await again.stop();
});
