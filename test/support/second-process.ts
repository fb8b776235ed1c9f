import pg from 'pg';
import { createApp } from '#app';
import { readConfig } from '#config';
import type { App } from '#platform/app-parts.ts';
import { applicationRole } from '#platform/db/application-role.ts';
import { loadSecrets } from '#platform/db/secrets.ts';
import { createLogger } from '#platform/log.ts';
import { NO_RATE_LIMITS } from './no-rate-limits.ts';
import { type Client, client, type Service } from './running-app.ts';

/** Another process of the same installation: its own memory and its own sums, on the same database. */
export interface SecondProcess {
  app: App;
  /** Calls this process with the credential of a client of the first one. */
  as(other: Client): Client;
  stop(): Promise<void>;
}

export async function startSecondProcess(service: Service, slot = 2): Promise<SecondProcess> {
  const connection = { connectionString: service.databaseUrl };
  const database = new pg.Client(connection);
  await database.connect();
  const secrets = await loadSecrets(database).finally(() => database.end());
  const config = readConfig({ LOG_LEVEL: 'silent', ...NO_RATE_LIMITS });
  const logger = createLogger('silent');
  const app = await createApp({
    ...{ config, connection, secrets, logger, role: applicationRole, version: 'test', slot: () => slot },
  });
  app.open();
  return { app, as: ({ key }) => client(app, '/sandbox', key), stop: () => app.close() };
}
