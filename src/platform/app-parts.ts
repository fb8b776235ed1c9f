import type { FastifyInstance } from 'fastify';
import type { Database } from './db/database.ts';
import type { DeploymentSecrets } from './db/secrets.ts';
import type { Connection } from './db/servers.ts';
import type { Deployment } from './deployment.ts';
import type { FirstKeys, KeepKeys } from './first-keys.ts';
import type { OtherProcesses, ProcessMetrics } from './http/process-metrics.ts';
import type { Logger } from './http/server.ts';
import type { ScheduledWorkRunner } from './jobs/scheduled-work.ts';
import type { Worker } from './jobs/worker.ts';

/** What the application of a process needs, besides its settings. */
export interface AppParts {
  connection: Connection;
  /** The role for transactions, as chosen by the migration. */
  role: string | null;
  secrets: DeploymentSecrets;
  logger: Logger;
  version: string;
  /** The number of this process among those that share the database. */
  slot(): number;
  /** Shows a line to the operator at the terminal, if there is one. */
  notifyOperator?(line: string): void;
  /** Called for each new connection that the database has accepted. */
  onConnect?(): void;
  /** The API processes of this process, or the parent of this API process. */
  others?: OtherProcesses;
}

/** The application of a process. */
export interface App extends Pick<ProcessMetrics, 'readMetrics' | 'printMetrics'> {
  server: FastifyInstance;
  database: Database;
  scheduledWork: ScheduledWorkRunner;
  deployment: Deployment;
  /** Writes the requests that are noted in memory, as also happens twice a second. */
  writeRequestLog(): Promise<void>;
  /** Reloads the token-signing keys, as also happens every minute. */
  refreshKeys(): Promise<void>;
  /** Creates the first organization when there is none. */
  bootstrap(keep: KeepKeys): Promise<FirstKeys | null>;
  /** The token that creates the first user; null as soon as there is one. */
  createSetupToken(): Promise<string | null>;
  startWorker(): Promise<Worker>;
  /** From here on `/ready` returns 200, until `drain` or `close`. */
  open(): void;
  /** Tells balancers and callers to go elsewhere, and goes on to serve them. */
  drain(): void;
  close(): Promise<void>;
}
