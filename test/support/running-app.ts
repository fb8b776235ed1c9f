import { afterAll, beforeAll } from 'vitest';
import { createOrganization } from '#areas/api-keys/index.ts';
import type { App } from '#platform/app-parts.ts';
import { type Listening, openStream } from './open-stream.ts';
import { createTestDatabase } from './postgres.ts';
import { enterShared } from './share-app.ts';
import { startApp } from './start-app.ts';

export { startApp, startAppAs } from './start-app.ts';

export interface Reply {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests read members of answers of every shape
  body: any;
  /** The raw body, because parsing to doubles would hide digits. */
  text: string;
  headers: Record<string, unknown>;
}

/** Calls one environment of one organization over HTTP. */
export interface Client {
  key: string;
  get(path: string, headers?: Record<string, string>): Promise<Reply>;
  post(path: string, body?: unknown, headers?: Record<string, string>): Promise<Reply>;
  patch(path: string, body?: unknown, headers?: Record<string, string>): Promise<Reply>;
  put(path: string, body?: unknown, headers?: Record<string, string>): Promise<Reply>;
  delete(path: string, headers?: Record<string, string>): Promise<Reply>;
  /** Opens an operation with a streamed response, over HTTP. */
  listen(path: string, headers?: Record<string, string>): Promise<Listening>;
  /** The same calls; a response other than success fails the test. They return the body. */
  must: Record<
    'get' | 'post' | 'patch' | 'put' | 'delete',
    (path: string, body?: unknown) => Promise<Reply['body']>
  >;
  /** Moves the sandbox clock, which runs all work that falls due. */
  setClock(to: string): Promise<void>;
  /** Runs work that is due now, as the worker would. */
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

export interface ServiceOptions {
  /** Why the file needs its own database and application. */
  own?: string;
}

/**
 * A service for the test file, with a first organization and no worker (the clock runs scheduled work). Files
 * share one application and its database, one after the other, and each has its own organizations; `env`
 * overrides the default settings; without a rate limit in it, calls with a credential have none.
 */
export function useService(env: Record<string, string> = {}, { own }: ServiceOptions = {}): Service {
  const service = {} as Service;
  const stops: (() => Promise<unknown>)[] = [];
  beforeAll(async () => {
    const share = own === undefined ? await enterShared(env) : null;
    if (share) stops.push(() => share.leave());
    Object.assign(service, share ? await describeService(share) : await startService(stops, env));
  });
  afterAll(async () => {
    for (const stop of stops.reverse()) await stop();
  });
  return service;
}

/** A separate service, never shared. */
export async function startService(
  stops: (() => Promise<unknown>)[],
  env: Record<string, string> = {},
): Promise<Service> {
  const database = await createTestDatabase();
  stops.push(() => database.drop());
  const app = await startApp(stops, database.url, env);
  return describeService({ app, databaseUrl: database.url });
}

async function describeService(known: { app: App; databaseUrl: string }): Promise<Service> {
  const { app, databaseUrl } = known;
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
  return { ...(await create('default')), app, databaseUrl, createOrganization: create };
}

/** The headers of a key or a token, or of the cookie of a session. */
function credentialOf(key: string): Record<string, string> {
  return key.startsWith('tallymark_session=')
    ? // By either name: over https, the browser has the one with the prefix.
      { cookie: `${key}; __Host-${key}`, 'tallymark-session': '1' }
    : { authorization: `Bearer ${key}` };
}

/** A client for any base path and credential of the service. */
export function client(app: App, base: '' | '/sandbox', key: string): Client {
  const send = async (
    method: string,
    path: string,
    sent: { body?: unknown; headers?: Record<string, string> },
  ): Promise<Reply> => {
    const { body, headers } = sent;
    const response = await app.server.inject({
      method: method as 'GET',
      url: base + path,
      headers: {
        ...credentialOf(key),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const isJson = String(response.headers['content-type']).includes('json');
    return {
      status: response.statusCode,
      body: isJson ? JSON.parse(response.body) : null,
      text: response.body,
      headers: response.headers,
    };
  };
  const must = async (method: string, path: string, body?: unknown) => {
    const reply = await send(method, path, { body });
    if (reply.status >= 400) throw new Error(`${method} ${path} returned ${reply.status}: ${reply.text}`);
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
      openStream(app.server, { path: base + path, headers: { ...credentialOf(key), ...headers } }),
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
