import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { inject } from 'vitest';
import { createApp } from '#app';
import { type Config, readConfig } from '#config';
import type { App } from '#platform/app-parts.ts';
import { applicationRole } from '#platform/db/application-role.ts';
import { loadSecrets } from '#platform/db/secrets.ts';
import { createLogger } from '#platform/log.ts';
import { NO_RATE_LIMITS } from './no-rate-limits.ts';

/** An application on a database that other ones may use, as in a separate process. */
export async function startApp(
  stops: (() => Promise<unknown>)[],
  databaseUrl: string,
  env: Record<string, string> = {},
): Promise<App> {
  return startAppAs(stops, { connection: { connectionString: databaseUrl }, role: applicationRole, env });
}

/** An application with the given connection; without a role, row-level security applies to its login. */
export async function startAppAs(
  stops: (() => Promise<unknown>)[],
  known: { connection: pg.ClientConfig; role: string | null; env: Record<string, string> },
): Promise<App> {
  const { connection, role, env } = known;
  const dataDir = await mkdtemp(join(inject('testServer').folder, 'data-'));
  stops.push(() => rm(dataDir, { recursive: true, force: true }));
  const usual = {
    ...{ DATA_DIR: dataDir, LOG_LEVEL: process.env.TEST_LOG_LEVEL ?? 'silent', ...NO_RATE_LIMITS },
    // Rows that appear by themselves would be a surprise to tests that compare all of them.
    REQUEST_LOG: 'off',
  };
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

async function readSecrets(connection: pg.ClientConfig, { masterKeys }: Config) {
  const database = new pg.Client(connection);
  await database.connect();
  try {
    return await loadSecrets(database, masterKeys);
  } finally {
    await database.end();
  }
}
