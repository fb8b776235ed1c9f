import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '#platform/db/embedded.ts';

export interface RunningService {
  url: string;
  apiKey: string;
  sandboxKey: string;
  child: ChildProcess;
  /** Milliseconds from spawn to the line that says ready. */
  readyMs: number;
  post(path: string, body: unknown, base?: string): Promise<unknown>;
}

export interface BenchServer {
  databaseUrl: string;
  startService(env?: Record<string, string>): Promise<RunningService>;
  startFloor(entry: string): Promise<{ url: string }>;
  stop(): Promise<void>;
}

/** A PostgreSQL with the product's default settings, on which the service and the floors take turns. */
export async function benchServer(): Promise<BenchServer> {
  const dataDir = await mkdtemp(join(tmpdir(), 'tallymark-bench-'));
  const postgres = await startEmbeddedPostgres({ dataDir, log: () => undefined });
  const { host, port, user, database } = postgres.connection;
  const databaseUrl = `postgresql://${user}@/${database}?host=${encodeURIComponent(host)}&port=${port}`;
  const children: ChildProcess[] = [];
  const start = async (entry: string, env: Record<string, string>) => {
    const started = performance.now();
    const child = spawn(process.execPath, [entry], {
      env: { ...process.env, DATABASE_URL: databaseUrl, ...env },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    children.push(child);
    const url = await readyAddress(child);
    return { child, url, readyMs: performance.now() - started };
  };
  return {
    databaseUrl,
    startFloor: (entry) => start(entry, {}),
    startService: async (env = {}) => {
      const keys = { apiKey: 'bench-production-key-0001', sandboxKey: 'bench-sandbox-key-000001' };
      const running = await start('src/main.ts', {
        DATA_DIR: dataDir,
        PORT: '0',
        LOG_LEVEL: 'warn',
        BOOTSTRAP_API_KEY: keys.apiKey,
        BOOTSTRAP_SANDBOX_API_KEY: keys.sandboxKey,
        ...env,
      });
      return {
        ...running,
        ...keys,
        post: (path, body, base = '') =>
          post(running.url + base + path, body, base ? keys.sandboxKey : keys.apiKey),
      };
    },
    stop: async () => {
      for (const child of children) await stopChild(child);
      await postgres.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Resident memory of a process in megabytes, where the system tells it. */
export async function residentMegabytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
}

export async function stopChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await ended;
}

/** The first address that a process prints on a line with `ready`. */
export function readyAddress(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let seen = '';
    child.stdout?.on('data', (bytes: Buffer) => {
      seen += bytes.toString();
      const match = /ready.*?(http:\/\/[\w.:[\]-]+\d)/i.exec(seen);
      if (match?.[1]) resolve(match[1]);
    });
    child.once('exit', (code) =>
      reject(new Error(`ended with ${code} before it was ready: ${seen.slice(-500)}`)),
    );
  });
}

async function post(url: string, body: unknown, key: string): Promise<unknown> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${await answer.text()}`);
  return answer.json();
}
