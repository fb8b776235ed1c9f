import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { makeThrowAwayFolder } from '#test/throw-away-folder.ts';
import { type EmbeddedConnection, openEmbeddedPostgres, startEmbeddedPostgres } from './embedded.ts';
import { isProcessRunning } from './embedded-inspect.ts';

const serviceEntry = join(import.meta.dirname, '../../../test/support/hold-database.ts');

let dataDir: string;
let services: Service[] = [];
let madeDir: string;

/** One cluster is made for all tests that do not look at its making; they get a copy. */
beforeAll(async () => {
  dataDir = madeDir = await makeDirectory();
  await (await startService()).end();
});

beforeEach(async () => {
  dataDir = await makeDirectory();
  services = [];
});

afterEach(async () => {
  for (const service of services) await service.end();
  await rm(dataDir, { recursive: true, force: true });
});

afterAll(() => rm(madeDir, { recursive: true }));

describe('a new data directory', () => {
  test('is durable, checked, sorted by code point and closed to the network', async () => {
    const { connection } = await startService();
    const rows = await select(
      connection,
      `
      select current_setting('fsync') as fsync, current_setting('full_page_writes') as full_page_writes,
             current_setting('synchronous_commit') as synchronous_commit,
             current_setting('data_checksums') as data_checksums,
             current_setting('listen_addresses') as listen_addresses, current_database() as database,
             (select datlocprovider::text || ' ' || datlocale || ' ' || pg_encoding_to_char(encoding)
                from pg_database where datname = current_database()) as locale`,
    );
    expect(rows).toEqual([
      {
        fsync: 'on',
        full_page_writes: 'on',
        synchronous_commit: 'on',
        data_checksums: 'on',
        listen_addresses: '',
        database: 'tallymark',
        locale: 'b C.UTF-8 UTF8',
      },
    ]);
    expect((await stat(connection.host)).mode & 0o777).toBe(0o700);
    expect((await stat(dataDir)).mode & 0o777).toBe(0o700);
    expect(Buffer.byteLength(join(connection.host, '.s.PGSQL.5432'))).toBeLessThanOrEqual(107);
  });

  test('leaves nothing half-made when its making was killed', async () => {
    await writeAbandonedDraft();
    const { connection } = await startService();
    expect(await select(connection, 'select 1 as one')).toEqual([{ one: 1 }]);
    expect((await readdir(dataDir)).sort()).toEqual(['pg', 'pg.socket']);
  });

  test('two services at once: one creates the cluster, the other fails with a message', async () => {
    const [first, second] = [launchService(), launchService()];
    const outcomes = await Promise.all([first.outcome, second.outcome]);
    expect(outcomes.map(({ kind }) => kind).sort()).toEqual(['failed', 'ready']);
    expect(String(outcomes.find(({ kind }) => kind === 'failed')?.message)).toMatch(
      /already in use by another/,
    );
  });
});

describe('in use', () => {
  beforeEach(copyCluster);

  test('a second service fails with a message, and the first goes on', async () => {
    const first = await startService();
    const second = await launchService().outcome;
    expect(second).toMatchObject({ kind: 'failed' });
    expect(second.message).toContain(`already in use by another running Tallymark (process ${first.pid})`);
    expect(await select(first.connection, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  test('a service that is stopping is waited for', async () => {
    const first = await startService();
    const second = launchService();
    await sleep(400);
    first.process.kill('SIGTERM');
    expect(await second.outcome).toMatchObject({ kind: 'ready' });
  });
});

describe('to look at', () => {
  const log = () => undefined;

  test('is that of a running service, which goes on when nobody looks any more', async () => {
    await copyCluster();
    const { connection } = await startService();
    const opened = await openEmbeddedPostgres({ dataDir, log });
    expect(opened.connection).toMatchObject({ host: connection.host });
    await opened.stop();
    expect(await select(connection, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  test('is started where none runs, and stopped again', async () => {
    await copyCluster();
    const opened = await openEmbeddedPostgres({ dataDir, log });
    expect(await select(opened.connection, 'select 1 as one')).toEqual([{ one: 1 }]);
    await opened.stop();
    await expect(select(opened.connection, 'select 1 as one')).rejects.toThrow();
  });

  test('is not made where there is none', async () => {
    await expect(openEmbeddedPostgres({ dataDir, log })).rejects.toThrow(/there is no database in/);
    expect(await readdir(dataDir)).toEqual([]);
  });
});

describe('after a kill', () => {
  beforeEach(copyCluster);

  test('of the service, its server is replaced and nothing committed is lost', async () => {
    const first = await startService();
    await select(first.connection, 'create table kept (id int); insert into kept values (7)');
    first.process.kill('SIGKILL');
    const second = await startService();
    expect(await select(second.connection, 'select id from kept')).toEqual([{ id: 7 }]);
    await expect(stat(first.connection.host)).rejects.toMatchObject({ code: 'ENOENT' });
  });

  test('of the service and the server, the next start recovers from the log', async () => {
    const first = await startService();
    await select(first.connection, 'create table kept (id int); insert into kept values (7)');
    process.kill(await readServerPid(), 'SIGSTOP');
    first.process.kill('SIGKILL');
    process.kill(await readServerPid(), 'SIGKILL');
    const second = await startService();
    expect(await select(second.connection, 'select id from kept')).toEqual([{ id: 7 }]);
  });

  test('of the service while its server was frozen, the server is found and stopped', async () => {
    const first = await startService();
    const serverPid = await readServerPid();
    // Frozen, it misses the signal that the kernel sends at the end of its service.
    process.kill(serverPid, 'SIGSTOP');
    first.process.kill('SIGKILL');
    await once(first.process, 'exit');
    const next = launchService();
    await sleep(200);
    process.kill(serverPid, 'SIGCONT');
    expect(await next.outcome).toMatchObject({ kind: 'ready' });
    expect(await isProcessRunning(serverPid)).toBe(false);
  });

  test('three kills in a row do not wear it out', async () => {
    for (const id of [1, 2, 3]) {
      const service = await startService();
      await select(service.connection, `create table round_${id} ()`);
      service.process.kill('SIGKILL');
    }
    const last = await startService();
    const rows = await select(
      last.connection,
      "select count(*)::int as n from pg_tables where tablename ~ '^round_'",
    );
    expect(rows).toEqual([{ n: 3 }]);
  });
});

describe('a lock file that says nothing about a server', () => {
  beforeEach(copyCluster);

  test.each([
    ['is empty', () => ''],
    ['names a process that ended', () => '4194303\n'],
    // PostgreSQL itself would take any live process of the same user for a server.
    ['names a process that is something else', () => `${process.pid}\n${dataDir}/pg\n`],
  ])('%s', async (_, text) => {
    await writeFile(join(dataDir, 'pg/postmaster.pid'), text());
    const { connection } = await startService();
    expect(await select(connection, 'select 1 as one')).toEqual([{ one: 1 }]);
  });
});

describe('in this process', () => {
  beforeEach(copyCluster);

  test('stop ends the server and removes the socket; a second stop waits for the same end', async () => {
    const server = await startEmbeddedPostgres({ dataDir, log: () => undefined });
    const serverPid = await readServerPid();
    await Promise.all([server.stop(), server.stop()]);
    expect(await isProcessRunning(serverPid)).toBe(false);
    await expect(stat(server.connection.host)).rejects.toThrow('ENOENT');
  });

  test('a server that dies is reported with its last words, and started again on its socket', async () => {
    const server = await startEmbeddedPostgres({ dataDir, log: () => undefined });
    const reason = new Promise<string>((resolve) => server.onExit(resolve));
    const firstPid = await readServerPid();
    process.kill(firstPid, 'SIGQUIT');
    expect(await reason).toMatch(/the server ended[\s\S]*received immediate shutdown request/);
    await vi.waitFor(() => select(server.connection, 'select 1'), 10_000);
    expect(await readServerPid()).not.toBe(firstPid);
    await server.stop();
  });

  test('a server that cannot restart is retried until it can, or until the service stops', async () => {
    const said: string[] = [];
    const server = await startEmbeddedPostgres({ dataDir, log: (message) => said.push(message) });
    const configuration = join(dataDir, 'pg/postgresql.conf');
    const text = await readFile(configuration, 'utf8');
    const [pid, ended] = [await readServerPid(), new Promise((resolve) => server.onExit(resolve))];
    await writeFile(configuration, 'shared_buffers = plenty');
    process.kill(pid, 'SIGKILL');
    await ended;
    await vi.waitFor(() => expect(said.join('\n')).toMatch(/did not start[\s\S]*"plenty"/), 10_000);
    await expect(select(server.connection, 'select 1')).rejects.toThrow();
    await writeFile(configuration, text);
    await vi.waitFor(() => select(server.connection, 'select 1'), 10_000);

    await writeFile(configuration, 'shared_buffers = plenty');
    process.kill(await readServerPid(), 'SIGKILL');
    await server.stop();
    await expect(stat(server.connection.host)).rejects.toThrow('ENOENT');
  });

  test('a server that cannot start says why', async () => {
    const start = startEmbeddedPostgres({
      dataDir,
      log: () => undefined,
      settings: { shared_buffers: 'plenty' },
    });
    await expect(start).rejects.toThrow(/did not start[\s\S]*invalid value for parameter "shared_buffers"/);
  });

  test('a data directory of another version is rejected', async () => {
    await writeFile(join(dataDir, 'pg/PG_VERSION'), '17\n');
    const start = startEmbeddedPostgres({ dataDir, log: () => undefined });
    await expect(start).rejects.toThrow(/was created by PostgreSQL 17, but this release runs PostgreSQL 18/);
  });
});

const makeDirectory = () => makeThrowAwayFolder('embedded');

/**
 * Copied by root the files belong to root, as after a restore by hand: the start gives them to the server's
 * user.
 */
async function copyCluster(): Promise<void> {
  // Node's own `cp` takes ten times as long for its thousand files.
  await promisify(execFile)('cp', ['-R', join(madeDir, 'pg'), join(dataDir, 'pg')]);
}

interface Outcome {
  readonly kind: 'ready' | 'failed';
  readonly message: string;
}

interface Service {
  readonly process: ChildProcess;
  readonly outcome: Promise<Outcome>;
  end(): Promise<void>;
}

interface ReadyService extends Service {
  readonly pid: number;
  readonly connection: EmbeddedConnection;
}

async function startService(): Promise<ReadyService> {
  const service = launchService();
  const { kind, message } = await service.outcome;
  if (kind === 'failed') throw new Error(message);
  return { ...service, ...JSON.parse(message) };
}

function launchService(): Service {
  const child = spawn(process.execPath, [serviceEntry, dataDir], { stdio: ['ignore', 'pipe', 'pipe'] });
  const exited = once(child, 'exit');
  const outcome = new Promise<Outcome>((resolve) => {
    const errors: string[] = [];
    createInterface(child.stderr).on('line', (line) => errors.push(line));
    createInterface(child.stdout).on('line', (message) => resolve({ kind: 'ready', message }));
    child.once('close', () => resolve({ kind: 'failed', message: errors.join('\n') }));
  });
  const end = async () => {
    child.kill('SIGTERM');
    await exited;
  };
  const service = { process: child, outcome, end };
  services.push(service);
  return service;
}

async function readServerPid(): Promise<number> {
  return Number((await readFile(join(dataDir, 'pg/postmaster.pid'), 'utf8')).split('\n')[0]);
}

/** What a kill in the middle of initdb leaves: a draft named after a process that is gone. */
async function writeAbandonedDraft(): Promise<void> {
  await mkdir(join(dataDir, 'pg.init-4194303/base'), { recursive: true });
  await writeFile(join(dataDir, 'pg.init-4194303/PG_VERSION'), '18\n');
}

async function select(connection: EmbeddedConnection, text: string): Promise<unknown[]> {
  const client = new pg.Client({ ...connection });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}
