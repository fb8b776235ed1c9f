import { execFile } from 'node:child_process';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterEach, expect, it } from 'vitest';
import { type ServiceProcess, startService } from '../../tools/spawn-tallymark.ts';
import { audit, NOTHING_WRONG } from './audit.ts';
import { plannedLedger, sendAll } from './careful-client.ts';
import { setUpAccounts } from './setup.ts';
import { builtEntry, COMPILE_CACHE } from './shared-build.ts';
import { useDatabases, useStand } from './stand.ts';
import type { TallymarkProcess } from './tallymark-process.ts';

const makeDatabase = useDatabases();
const stand = useStand();
/** So that four processes fit into the 100 connections of a server. */
const POOLS = { DATABASE_WRITE_CONNECTIONS: '8', DATABASE_READ_CONNECTIONS: '8' };
const services: ServiceProcess[] = [];
afterEach(async () => {
  for (const service of services.splice(0)) await service.kill();
});

/** Processes that a process has started and that run. */
async function childrenOf(pid: number | undefined): Promise<number[]> {
  const { stdout } = await promisify(execFile)('ps', ['-A', '-o', 'pid=,ppid=,stat=']);
  const lines = stdout.trim().split('\n');
  return lines.flatMap((line) => {
    const [child, parent, state] = line.trim().split(/\s+/);
    return Number(parent) === pid && !state?.startsWith('Z') ? [Number(child)] : [];
  });
}

async function until(isTrue: () => Promise<boolean>): Promise<void> {
  for (const end = performance.now() + 180_000; !(await isTrue()); await sleep(50))
    if (performance.now() > end) throw new Error('did not come true in three minutes');
}

async function startSeveral(count: number, port = '0'): Promise<{ service: ServiceProcess; pid: number }> {
  const [{ url }, dataDir] = [await makeDatabase(), await stand.directory()];
  const settings = { ...POOLS, ...COMPILE_CACHE, DATABASE_URL: url, DATA_DIR: dataDir, LOG_LEVEL: 'fatal' };
  const processes = { PORT: port, API_PROCESSES: String(count) };
  const service = await startService({ ...settings, ...processes }, await builtEntry());
  services.push(service);
  return { service, pid: service.child.pid ?? 0 };
}

it('count every event once, while they are killed one after the other', async () => {
  const database = await makeDatabase();
  const tallymark = await stand.tallymark({
    databaseUrl: database.url,
    settings: { ...POOLS, API_PROCESSES: '2' },
  });
  const setup = await setUpAccounts(tallymark, 4);
  const ledger = plannedLedger(setup, 1_500);
  const sent = sendAll([tallymark], ledger, { clients: 6, batch: 10 });
  await killOneByOne(tallymark);
  await sent;
  expect(await audit({ tallymark, database }, setup, ledger)).toEqual(NOTHING_WRONG);
}, 600_000);

/** The service goes on: another one answers, and one that was killed comes back. */
async function killOneByOne({ pid }: TallymarkProcess): Promise<void> {
  for (const child of await childrenOf(pid())) {
    process.kill(child, 'SIGKILL');
    await until(async () => {
      const now = await childrenOf(pid());
      return now.length === 2 && !now.includes(child);
    });
  }
}

it('share their work, leave nobody waiting when one is killed, and end when they are asked to', async () => {
  const { service, pid } = await startSeveral(3);
  expect(await childrenOf(pid)).toHaveLength(3);
  await expectSharedMetrics(service);
  await expectNobodyWaits(service, await childrenOf(pid));
  await until(async () => (await childrenOf(pid)).length === 3);
  await expectEnd(service, await childrenOf(pid));
}, 600_000);

/** A connection for one request: one that is kept would lead the next ones to the process of the first. */
const ONE_REQUEST = { headers: { connection: 'close' } };

/** Any of them prints the figures of all. */
async function expectSharedMetrics({ url }: ServiceProcess): Promise<void> {
  const read = async (path: string) => (await fetch(`${url}${path}`, ONE_REQUEST)).text();
  for (let n = 0; n < 12; n++) await read('/version');
  const text = await read('/metrics');
  expect(text).toMatch(/^tallymark_http_request_seconds_count\{operation="\/version",status="200"\} 12$/m);
  expect(text).toContain('tallymark_outbox_waiting{outbox="mails"} 0');
}

/** Of those whose connection was on its way to a process that is killed. */
async function expectNobodyWaits({ url }: ServiceProcess, [stopped = 0]: number[]): Promise<void> {
  process.kill(stopped, 'SIGSTOP');
  const requested = Array.from({ length: 6 }, () =>
    fetch(`${url}/live`, { ...ONE_REQUEST, signal: AbortSignal.timeout(60_000) }).then(
      ({ status }) => String(status),
      (error) => String(error.cause?.code ?? error),
    ),
  );
  // One of them is with the process that stands still.
  const first = await Promise.race([Promise.all(requested), sleep(1_000, 'waiting')]);
  process.kill(stopped, 'SIGKILL');
  const ends = await Promise.all(requested);
  expect(first).toBe('waiting');
  const broken = ends.filter((end) => end !== '200');
  expect(broken).toHaveLength(1);
  expect(['ECONNRESET', 'UND_ERR_SOCKET']).toContain(broken[0]);
}

async function expectEnd({ child }: ServiceProcess, children: number[]): Promise<void> {
  child.kill('SIGTERM');
  // A signal to the whole group reaches them too, and must not cut off what they do.
  for (const each of children) process.kill(each, 'SIGTERM');
  await until(async () => child.exitCode !== null);
  expect(child.exitCode).toBe(0);
}

it('end when the one that started them is killed', async () => {
  const { service, pid } = await startSeveral(2);
  const left = await childrenOf(pid);
  expect(left).toHaveLength(2);
  await service.kill();
  const isGone = (child: number) => {
    try {
      return !process.kill(child, 0);
    } catch {
      return true;
    }
  };
  await until(async () => left.every(isGone));
}, 600_000);

it('say once that their port is taken, in the words of a single process', async () => {
  const taken = createServer();
  const port = await new Promise<number>((resolve) => {
    taken.listen(0, '127.0.0.1', () => resolve((taken.address() as { port: number }).port));
  });
  stand.later(async () => taken.close());
  const words = `could not start: port ${port} of 127.0.0.1 is in use by another program.`;
  const message = await startSeveral(2, String(port)).then(() => '', String);
  expect(message.split(words)).toHaveLength(2);
}, 600_000);
