import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startEmbeddedPostgres } from '#platform/db/embedded.ts';
import { type ServiceProcess, startService } from '../../tools/service-process.ts';

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
 * (`isShared`), which
 * survives the kills and can be altered.
 */
export async function killedService(options: { isShared: boolean }): Promise<KilledService> {
  const dataDir = await mkdtemp(join(tmpdir(), 'tallymark-fault-'));
  const server = options.isShared
    ? await startEmbeddedPostgres({ dataDir: join(dataDir, 'server'), log: () => undefined })
    : null;
  const databaseUrl = server
    ? `postgresql://${server.connection.user}@/${server.connection.database}?host=${encodeURIComponent(server.connection.host)}&port=${server.connection.port}`
    : null;
  let service: ServiceProcess;
  const start = async () => {
    service = await startService({
      DATA_DIR: dataDir,
      DATABASE_URL: databaseUrl,
      BOOTSTRAP_SANDBOX_API_KEY: SANDBOX_KEY,
      BOOTSTRAP_API_KEY: 'fault-production-key-1',
      LOG_LEVEL: 'fatal',
    });
  };
  const call: KilledService['call'] = async (method, path, body) => {
    try {
      const answer = await fetch(`${service.url}/sandbox${path}`, {
        method,
        headers: { authorization: `Bearer ${SANDBOX_KEY}`, 'content-type': 'application/json' },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      return { status: answer.status, body: (await answer.json()) as Reply['body'] };
    } catch {
      return null;
    }
  };
  await start();
  return {
    call,
    start,
    must: async <T>(method: string, path: string, body?: unknown) => {
      const reply = await call(method, path, body);
      if (!reply || reply.status >= 400)
        throw new Error(
          `${method} ${path}: ${reply ? `${reply.status} ${JSON.stringify(reply.body)}` : 'no answer'}`,
        );
      return reply.body as T;
    },
    kill: () => service.kill(),
    alter: async (statement) => {
      const client = new pg.Client({ connectionString: databaseUrl ?? undefined });
      await client.connect();
      try {
        await client.query(statement);
      } finally {
        await client.end();
      }
    },
    remove: async () => {
      await service.kill();
      // The database of a killed service is an orphan; a last orderly start takes it over and stops it.
      if (!server) {
        await start();
        await service.stop();
      }
      await server?.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
