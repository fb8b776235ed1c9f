import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { type BenchServer, benchServer } from '../processes.ts';
import { prepareCatalog } from './catalog.ts';
import { monthStart } from './events.ts';
import type { Options } from './options.ts';

/** The database that all measured ones begin as copies of. */
export const CATALOG = 'catalog';

const MIGRATIONS = new URL('../../migrations/', import.meta.url).pathname;
const SOURCES = ['catalog.ts', 'events.ts'].map((name) => new URL(name, import.meta.url).pathname);

/** So much of its log that a checkpoint leaves enough of it for what is measured. */
const LOG_MEGABYTES = 1024;
const LOG_MESSAGES = 128;

/** A server with the catalog in it: made now, or a copy of what an earlier run kept. */
export async function openServer({ catalogFolder }: Options): Promise<BenchServer> {
  const server = await openWithCatalog(catalogFolder);
  await writeLogOnce(server);
  return server;
}

async function openWithCatalog(catalogFolder: string | null): Promise<BenchServer> {
  if (catalogFolder === null) {
    const server = await benchServer({ isLogged: true });
    await makeCatalog(server);
    return server;
  }
  const kept = join(catalogFolder, await fingerprint());
  if (!existsSync(kept)) {
    const server = await benchServer();
    await makeCatalog(server);
    await mkdir(`${kept}.new`, { recursive: true });
    await server.stop(`${kept}.new`);
    await rename(`${kept}.new`, kept);
  }
  return benchServer({ isLogged: true, copyOf: kept });
}

/**
 * A server that has been running for a while uses the segments of its log again; the first time around,
 * whoever commits waits up to a tenth of a second for each while it is made.
 */
async function writeLogOnce(server: BenchServer): Promise<void> {
  const admin = await connect(server.urlOf('postgres'));
  const bytes = (LOG_MEGABYTES * 2 ** 20) / LOG_MESSAGES;
  const emit = `select pg_logical_emit_message(false, 'bench', repeat('x', ${bytes}))`;
  for (let message = 0; message < LOG_MESSAGES; message++) await admin.query(emit);
  await admin.query('checkpoint');
  await admin.end();
}

export async function connect(databaseUrl: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: databaseUrl });
  // What goes wrong is thrown by the statement that meets it; that the server stops at the end is no fault.
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

async function makeCatalog(server: BenchServer): Promise<void> {
  try {
    const admin = await connect(server.urlOf('postgres'));
    await admin.query(`create database ${CATALOG}`);
    await admin.end();
    const service = await server.startService({ DATABASE_URL: server.urlOf(CATALOG) });
    const owner = await connect(server.urlOf(CATALOG));
    await prepareCatalog(service, owner);
    await owner.query('vacuum analyze');
    await owner.end();
    await service.stop();
  } catch (error) {
    await server.stop();
    throw error;
  }
}

/** Of what the rows of the catalog depend on. */
async function fingerprint(): Promise<string> {
  const hash = createHash('sha256').update(String(monthStart()));
  const migrations = (await readdir(MIGRATIONS)).sort().map((name) => join(MIGRATIONS, name));
  for (const path of [...migrations, ...SOURCES]) hash.update(await readFile(path));
  return hash.digest('hex').slice(0, 16);
}
