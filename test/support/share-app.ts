import { setTimeout } from 'node:timers/promises';
import { vi } from 'vitest';
import type { App } from '#platform/app-parts.ts';
import { createTestDatabase } from './postgres.ts';
import { type SharedDatabase, watchSharedDatabase } from './shared-database.ts';
import { startApp } from './start-app.ts';

/** A test file's part in the applications that the files of a worker share, until it leaves them. */
export interface Share {
  app: App;
  databaseUrl: string;
  /**
   * Removes the rows of the file; throws if anything else is left. Work that ends by itself may take
   * `endsWithinMs`.
   */
  leave(endsWithinMs?: number): Promise<void>;
}

interface Shared {
  database: SharedDatabase;
  url: string;
  /** By their settings; all use one database. */
  apps: Map<string, App>;
  stops: (() => Promise<unknown>)[];
  drop(): Promise<void>;
}

/** Settings that only permit something: an application with any others is not shared. */
const SHAREABLE = new Set(['WEBHOOKS_ALLOW_HTTP', 'WEBHOOKS_ALLOW_PRIVATE', 'REQUEST_LOG']);
/** All files call from one network address: rejected requests of one must not count against the next. */
const SHARED_SETTINGS = { RATE_LIMIT_UNAUTHENTICATED: '1000000/s' };
/** The time that work may take to end by itself: a closed connection, a response without a reader. */
const ENDS_WITHIN_MS = 2_000;

// A worker loads its modules once and runs one file at a time, so these belong to the worker.
let shared: Shared | null = null;
let isTaken = false;

/**
 * The worker's application with these settings. Null if the file already has it, or the settings require a
 * separate one.
 */
export async function enterShared(env: Record<string, string>): Promise<Share | null> {
  if (isTaken || !Object.keys(env).every((name) => SHAREABLE.has(name))) return null;
  isTaken = true;
  try {
    shared ??= await openShared();
    const { database, url } = shared;
    const app = await findApp(shared, env);
    const before = { app, members: membersOf(app), settings: { ...process.env } };
    return { app, databaseUrl: url, leave: (endsWithinMs) => leave(database, before, endsWithinMs) };
  } catch (error) {
    await discard();
    throw error;
  }
}

async function openShared(): Promise<Shared> {
  const { url, drop } = await createTestDatabase();
  const stops: Shared['stops'] = [];
  try {
    const app = await startApp(stops, url, SHARED_SETTINGS);
    const database = await watchSharedDatabase(url);
    stops.push(() => database.close());
    return { database, url, apps: new Map([['{}', app]]), stops, drop };
  } catch (error) {
    await drop();
    throw error;
  }
}

async function findApp({ apps, stops, url }: Shared, env: Record<string, string>): Promise<App> {
  const key = JSON.stringify(env, Object.keys(env).sort());
  const known = apps.get(key) ?? (await startApp(stops, url, { ...SHARED_SETTINGS, ...env }));
  apps.set(key, known);
  return known;
}

/** The state of the worker's process when a file begins. */
interface Before {
  app: App;
  members: Map<string, unknown>;
  settings: NodeJS.ProcessEnv;
}

async function leave(database: SharedDatabase, before: Before, endsWithinMs = ENDS_WITHIN_MS): Promise<void> {
  const { app } = before;
  // What is noted in memory would be written while the rows are removed, or after.
  await app.writeRequestLog();
  const listRunning = async () => [...(await listCallers(app)), ...(await database.listRunning())];
  const left = [...leftInProcess(before), ...(await leftRunning(listRunning, endsWithinMs))];
  const rejected = (error: Error) => ({ removed: 0, strays: [`what holds its rows: ${error.message}`] });
  const { removed, strays } =
    left.length > 0 ? { removed: 0, strays: [] } : await database.sweep().catch(rejected);
  left.push(...strays);
  // A table with so many deleted rows is slower than an empty one.
  if (left.length > 0 || removed > MAX_REMOVED) await discard();
  isTaken = false;
  if (left.length > 0)
    throw new Error(
      `This file shares its application with others, and left behind: ${left.join('; ')}. ` +
        'Undo it, or take an application of its own: useService(env, { own: "because …" }).',
    );
}

const MAX_REMOVED = 20_000;

/** Members that a file could have replaced. */
function membersOf(app: App): Map<string, unknown> {
  const parts = { app, server: app.server, database: app.database };
  const all = Object.entries(parts).flatMap(([part, object]) =>
    Object.getOwnPropertyNames(object)
      .filter((name) => 'value' in (Object.getOwnPropertyDescriptor(object, name) ?? {}))
      .map((name): [string, unknown] => [`${part}.${name}`, Reflect.get(object, name)]),
  );
  return new Map(all);
}

function leftInProcess({ app, members, settings }: Before): string[] {
  const now = membersOf(app);
  const left = [...new Set([...members.keys(), ...now.keys()])]
    .filter((name) => members.get(name) !== now.get(name))
    .map((name) => `another ${name}`);
  if (vi.isFakeTimers()) {
    vi.useRealTimers();
    left.push('fake timers');
  }
  const names = new Set([...Object.keys(settings), ...Object.keys(process.env)]);
  for (const name of names) if (settings[name] !== process.env[name]) left.push(`the variable ${name}`);
  return left;
}

/** Connections with an open stream or a running request. */
async function listCallers({ server: { server } }: App): Promise<string[]> {
  server.closeIdleConnections();
  const count = await new Promise<number>((resolve) =>
    server.getConnections((_, open) => resolve(open ?? 0)),
  );
  return count > 0 ? [`${count} connections of callers`] : [];
}

/** Work that is still running after the time to end by itself. */
async function leftRunning(listRunning: () => Promise<string[]>, endsWithinMs: number): Promise<string[]> {
  for (const end = performance.now() + endsWithinMs; ; ) {
    const running = await listRunning();
    if (running.length === 0 || performance.now() > end) return running;
    await setTimeout(5);
  }
}

/** The next file begins with a new database and new applications. */
async function discard(): Promise<void> {
  const gone = shared;
  shared = null;
  isTaken = false;
  // Does not wait for the applications: a pool with a leaked connection never ends.
  for (const stop of gone?.stops ?? []) stop().catch(() => undefined);
  await gone?.drop();
}
