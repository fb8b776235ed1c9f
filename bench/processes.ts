import { execFile } from 'node:child_process';
import { rmSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { databaseUrlOf, startEmbeddedPostgres } from '#platform/db/embedded.ts';
import { NO_RATE_LIMITS } from '#test/no-rate-limits.ts';
import { type ServiceProcess, startProcess, startService } from '../tools/spawn-tallymark.ts';

export interface RunningService extends ServiceProcess {
  apiKey: string;
  sandboxKey: string;
  post(path: string, body: unknown, base?: '' | '/sandbox'): Promise<unknown>;
  /** Moves the clock of the sandbox; answers when everything due on the way is done. */
  moveClock(now: string): Promise<unknown>;
}

export interface BenchServer {
  databaseUrl: string;
  /** The same server, another database. */
  urlOf(database: string): string;
  /** `entry`: another build of the service. */
  startService(settings?: Record<string, string>, entry?: string): Promise<RunningService>;
  startFloor(entry: string): Promise<ServiceProcess>;
  /** Its data go, or into a folder to begin another one with. */
  stop(keepIn?: string): Promise<void>;
}

const KEYS = { apiKey: 'bench-production-key-0001', sandboxKey: 'bench-sandbox-key-000001' };

/** The server keeps a log in files, for whoever asks how long statements took; unasked, it stays empty. */
const LOG_FILES = { logging_collector: 'on', log_directory: 'log' };

export interface BenchOptions {
  /** The server's log is kept in files. */
  isLogged?: boolean;
  /** The folder of a stopped server to begin with a copy of. */
  copyOf?: string;
}

/** A PostgreSQL with the product's default settings, on which the service and the floors take turns. */
export async function benchServer({ isLogged = false, copyOf }: BenchOptions = {}): Promise<BenchServer> {
  const dataDir = await mkdtemp(join(tmpdir(), 'tallymark-bench-'));
  if (copyOf !== undefined) await copyFolder(join(copyOf, 'pg'), dataDir);
  const settings = isLogged ? LOG_FILES : {};
  const postgres = await startEmbeddedPostgres({ dataDir, settings, log: () => undefined });
  const urlOf = (database: string) => databaseUrlOf({ ...postgres.connection, database });
  const databaseUrl = urlOf(postgres.connection.database);
  const processes: ServiceProcess[] = [];
  const clearAway = () => leaveNothing(processes, dataDir);
  process.once('exit', clearAway);
  const keep = <T extends ServiceProcess>(started: T): T => {
    processes.push(started);
    return started;
  };
  return {
    databaseUrl,
    urlOf,
    startFloor: async (entry) => keep(await startProcess(entry, { DATABASE_URL: databaseUrl })),
    startService: async (more = {}, entry = undefined) => {
      const bootstrap = { BOOTSTRAP_API_KEY: KEYS.apiKey, BOOTSTRAP_SANDBOX_API_KEY: KEYS.sandboxKey };
      const own = {
        DATA_DIR: dataDir,
        DATABASE_URL: databaseUrl,
        LOG_LEVEL: 'warn',
        ...bootstrap,
        ...NO_RATE_LIMITS,
      };
      const service = keep(await startService({ ...own, ...more }, entry));
      const post: RunningService['post'] = (path, body, base = '') =>
        send('POST', service.url + base + path, { body, key: base ? KEYS.sandboxKey : KEYS.apiKey });
      const clockUrl = `${service.url}/sandbox/ext/v1/clock`;
      const moveClock = (now: string) => send('PUT', clockUrl, { body: { now }, key: KEYS.sandboxKey });
      return { ...service, ...KEYS, post, moveClock };
    },
    stop: async (keepIn) => {
      for (const started of processes) await started.stop();
      await postgres.stop();
      if (keepIn !== undefined) await copyFolder(join(dataDir, 'pg'), keepIn);
      process.off('exit', clearAway);
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** What is left to a benchmark that is broken off: its data may be gigabytes. */
function leaveNothing(processes: readonly ServiceProcess[], dataDir: string): void {
  for (const { child } of processes) child.kill('SIGKILL');
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
}

/** With owners and rights, which the server insists on. */
async function copyFolder(from: string, into: string): Promise<void> {
  await promisify(execFile)('cp', ['-a', from, into]);
}

/** Resident memory of a process in megabytes, where the system tells it. */
export async function residentMegabytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
}

/** Without the time limit of `fetch`: a clock moved over many cycles answers when all are done. */
function send(
  method: 'POST' | 'PUT',
  url: string,
  { body, key }: { body: unknown; key: string },
): Promise<unknown> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  return new Promise((resolve, reject) => {
    const requested = request(url, { method, headers }, async (response) => {
      const body = await text(response);
      const { statusCode = 0 } = response;
      if (statusCode < 300) resolve(JSON.parse(body));
      else reject(new Error(`${url} returned ${statusCode}: ${body}`));
    });
    requested.on('error', reject);
    requested.end(JSON.stringify(body));
  });
}
