import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startEmbeddedPostgres } from '#platform/db/embedded.ts';
import { socketUrl } from '#test/database-url.ts';
import { startService } from '../../tools/spawn-tallymark.ts';

export interface Reply {
  status: number;
  body: Record<string, never>;
}

/** A service with a database of its own that is killed and started again on the same data. */
export interface KilledService {
  /** Null when the connection broke before an answer: the request may or may not have taken effect. */
  call(method: string, path: string, body?: unknown): Promise<Reply | null>;
  must<T>(method: string, path: string, body?: unknown): Promise<T>;
  kill(): Promise<void>;
  start(): Promise<void>;
  /** Runs a statement with the rights of the owner, to take a guarantee away. */
  alter(statement: string): Promise<void>;
  remove(): Promise<void>;
}

const SANDBOX_KEY = 'fault-sandbox-key-00001';

/**
 * The database runs as the service starts it, with everything durable, or on a server of its own
 * (`isShared`), which survives the kills and can be altered.
 */
export async function killedService(options: { isShared: boolean }): Promise<KilledService> {
  const dataDir = await mkdtemp(join(tmpdir(), 'tallymark-fault-'));
  const server = options.isShared ? await startServer(join(dataDir, 'server')) : null;
  const settings = {
    DATA_DIR: dataDir,
    DATABASE_URL: server?.url ?? null,
    BOOTSTRAP_SANDBOX_API_KEY: SANDBOX_KEY,
    BOOTSTRAP_API_KEY: 'fault-production-key-1',
    LOG_LEVEL: 'fatal',
  };
  let service = await startService(settings);
  const call: KilledService['call'] = (method, path, body) =>
    send(`${service.url}/sandbox${path}`, method, body);
  return {
    call,
    start: async () => {
      service = await startService(settings);
    },
    must: async <T>(method: string, path: string, body?: unknown) => {
      const reply = await call(method, path, body);
      const said = reply ? `${reply.status} ${JSON.stringify(reply.body)}` : 'no answer';
      if (!reply || reply.status >= 400) throw new Error(`${method} ${path}: ${said}`);
      return reply.body as T;
    },
    kill: () => service.kill(),
    alter: async (statement) => {
      if (!server) throw new Error('only a shared server can be altered');
      await runAsOwner(server.url, statement);
    },
    remove: async () => {
      await service.kill();
      // The database of a killed service is an orphan; a last orderly start takes it over and stops it.
      if (!server) await (await startService(settings)).stop();
      await server?.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function startServer(dataDir: string): Promise<{ url: string; stop(): Promise<void> }> {
  const server = await startEmbeddedPostgres({ dataDir, log: () => undefined });
  return { url: socketUrl(server.connection), stop: () => server.stop() };
}

async function send(url: string, method: string, body?: unknown): Promise<Reply | null> {
  const headers = { authorization: `Bearer ${SANDBOX_KEY}`, 'content-type': 'application/json' };
  try {
    const answer = await fetch(url, {
      method,
      headers,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return { status: answer.status, body: (await answer.json()) as Reply['body'] };
  } catch {
    return null;
  }
}

async function runAsOwner(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
