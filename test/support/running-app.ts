import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll } from 'vitest';
import { type App, createApp } from '#app';
import { createOrganization } from '#areas/api-keys/index.ts';
import { type Config, readConfig } from '#config';
import { applicationRole } from '#platform/db/application-role.ts';
import { loadSecrets } from '#platform/db/secrets.ts';
import { createLogger } from '#platform/log.ts';
import { NO_RATE_LIMITS } from './no-rate-limits.ts';
import { type Listening, openStream } from './open-stream.ts';
import { createTestDatabase } from './postgres.ts';

export interface Reply {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests read members of answers of every shape
  body: any;
  /** The body as sent, for what a parsed double would hide. */
  text: string;
  headers: Record<string, unknown>;
}

/** Speaks HTTP with one environment of one organization. */
export interface Client {
  key: string;
  get(path: string, headers?: Record<string, string>): Promise<Reply>;
  post(path: string, body?: unknown, headers?: Record<string, string>): Promise<Reply>;
  patch(path: string, body?: unknown, headers?: Record<string, string>): Promise<Reply>;
  put(path: string, body?: unknown, headers?: Record<string, string>): Promise<Reply>;
  delete(path: string, headers?: Record<string, string>): Promise<Reply>;
  /** Listens to an operation whose answer is a stream, over HTTP. */
  listen(path: string, headers?: Record<string, string>): Promise<Listening>;
  /** The same calls, which fail the test unless the answer is a success; they return the body. */
  must: Record<
    'get' | 'post' | 'patch' | 'put' | 'delete',
    (path: string, body?: unknown) => Promise<Reply['body']>
  >;
  /** Moves the sandbox clock; everything due on the way is done. */
  setClock(to: string): Promise<void>;
  /** Does what is due now, as the worker would. */
  settle(): Promise<void>;
}

export interface Service {
  production: Client;
  sandbox: Client;
  app: App;
  databaseUrl: string;
  /** Another organization on the same service. */
  createOrganization(id: string): Promise<{ production: Client; sandbox: Client }>;
}

/**
 * A service of its own for the test file: database, first organization, no worker (the clock does due work).
 * `env` are settings that differ from the defaults; without one of them, calls with a credential have no
 * limit.
 */
export function useService(env: Record<string, string> = {}): Service {
  const service = {} as Service;
  const stops: (() => Promise<unknown>)[] = [];
  beforeAll(async () => {
    Object.assign(service, await startService(stops, env));
  });
  afterAll(async () => {
    for (const stop of stops.reverse()) await stop();
  });
  return service;
}

export async function startService(
  stops: (() => Promise<unknown>)[],
  env: Record<string, string> = {},
): Promise<Service> {
  const database = await createTestDatabase();
  stops.push(() => database.drop());
  const app = await startApp(stops, database.url, env);
  const create = async (id: string) => {
    const credentials = await app.database.transaction(
      { orgId: null, access: 'write', isDirectory: true },
      (tx) => createOrganization(tx, { organization: id, apiKey: null, sandboxApiKey: null }),
    );
    return {
      production: client(app, '', credentials.apiKey),
      sandbox: client(app, '/sandbox', credentials.sandboxApiKey),
    };
  };
  return { ...(await create('default')), app, databaseUrl: database.url, createOrganization: create };
}

/** An application on a database that may have others, as in a process of its own. */
export async function startApp(
  stops: (() => Promise<unknown>)[],
  databaseUrl: string,
  env: Record<string, string> = {},
): Promise<App> {
  return startAppAs(stops, { connection: { connectionString: databaseUrl }, role: applicationRole, env });
}

/** An application that connects as it is told to; without a role its login is subject to the walls itself. */
export async function startAppAs(
  stops: (() => Promise<unknown>)[],
  known: { connection: pg.ClientConfig; role: string | null; env: Record<string, string> },
): Promise<App> {
  const { connection, role, env } = known;
  const dataDir = await mkdtemp(join(tmpdir(), 'tallymark-test-'));
  stops.push(() => rm(dataDir, { recursive: true, force: true }));
  const usual = { DATA_DIR: dataDir, LOG_LEVEL: process.env.TEST_LOG_LEVEL ?? 'silent', ...NO_RATE_LIMITS };
  const config = readConfig({ ...usual, ...env });
  const app = await createApp({
    config,
    connection,
    role,
    secrets: await readSecrets(connection, config),
    logger: createLogger(config.logLevel),
    version: 'test',
    slot: () => 1,
  });
  stops.push(() => app.close());
  app.open();
  return app;
}

/** A client for any base path and credential of the service. */
export function client(app: App, base: '' | '/sandbox', key: string): Client {
  const send = async (
    method: string,
    path: string,
    sent: { body?: unknown; headers?: Record<string, string> },
  ): Promise<Reply> => {
    const { body, headers } = sent;
    const answer = await app.server.inject({
      method: method as 'GET',
      url: base + path,
      headers: {
        authorization: `Bearer ${key}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const isJson = String(answer.headers['content-type']).includes('json');
    return {
      status: answer.statusCode,
      body: isJson ? JSON.parse(answer.body) : null,
      text: answer.body,
      headers: answer.headers,
    };
  };
  const must = async (method: string, path: string, body?: unknown) => {
    const reply = await send(method, path, { body });
    if (reply.status >= 400) throw new Error(`${method} ${path} answered ${reply.status}: ${reply.text}`);
    return reply.body;
  };
  const made: Client = {
    key,
    get: (path, headers) => send('GET', path, { ...(headers && { headers }) }),
    post: (path, body, headers) => send('POST', path, { body, ...(headers && { headers }) }),
    patch: (path, body, headers) => send('PATCH', path, { body, ...(headers && { headers }) }),
    put: (path, body, headers) => send('PUT', path, { body, ...(headers && { headers }) }),
    delete: (path, headers) => send('DELETE', path, { ...(headers && { headers }) }),
    listen: (path, headers) =>
      openStream(app.server, { path: base + path, headers: { authorization: `Bearer ${key}`, ...headers } }),
    must: {
      get: (path) => must('GET', path),
      post: (path, body) => must('POST', path, body),
      patch: (path, body) => must('PATCH', path, body),
      put: (path, body) => must('PUT', path, body),
      delete: (path) => must('DELETE', path),
    },
    setClock: async (now) => {
      await must('PUT', '/ext/v1/clock', { now });
    },
    settle: async () => {
      await must('PUT', '/ext/v1/clock', { now: (await must('GET', '/ext/v1/clock')).now });
    },
  };
  return made;
}

async function readSecrets(connection: pg.ClientConfig, { masterKeys }: Config) {
  const database = new pg.Client(connection);
  await database.connect();
  try {
    return await loadSecrets(database, masterKeys);
  } finally {
    await database.end();
  }
}
