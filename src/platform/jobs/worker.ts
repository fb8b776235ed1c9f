import { setTimeout as sleep } from 'node:timers/promises';
import { Logger as QueueLogger, type Runner, run } from 'graphile-worker';
import pg from 'pg';
import { realNow } from '../db/clock.ts';
import type { Database } from '../db/database.ts';
import { RUN_DUE_WORK, readDatabaseClock } from '../db/due-work.ts';
import { deleteOldIdempotencyKeys } from '../db/idempotency.ts';
import { listOrgs, listOrgsWithDueWork } from '../db/orgs.ts';
import type { Deployment } from '../deployment.ts';
import type { Upkeep } from '../http/area.ts';
import type { Logger } from '../http/server.ts';
import type { DueWorkRunner } from './due-work.ts';

export interface WorkerOptions {
  connection: pg.ClientConfig;
  database: Database;
  dueWork: DueWorkRunner;
  deployment: Deployment;
  logger: Logger;
  /** Hourly upkeep of an organization's tables, by the areas that need it; each call is bounded. */
  upkeep: readonly Upkeep[];
}

export interface Worker {
  stop(): Promise<void>;
}

const CONCURRENCY = 2;
const RESTART_PAUSE_MS = 500;

/**
 * Starts the queue's worker: it wakes when work falls due and sweeps once a minute for what was missed. It
 * ends by itself when the database goes away just as it notes the end of a job; then it is started again, as
 * often as that takes. What it was doing is found by the next sweep.
 */
export async function startWorker(options: WorkerOptions): Promise<Worker> {
  const pool = openQueuePool(options);
  let isStopping = false;
  let runner: Runner | null = await startRunner(options, pool);
  const startAgain = async () => {
    while (!isStopping) {
      await sleep(RESTART_PAUSE_MS);
      try {
        return await startRunner(options, pool);
      } catch (error) {
        options.logger.warn({ err: error }, 'the worker could not be started again yet');
      }
    }
    return null;
  };
  const ended = (async () => {
    while (runner) {
      const reason = await runner.promise.then(() => 'it stopped', String);
      runner = null;
      if (isStopping) return;
      options.logger.warn({ queue: true, reason }, 'the worker ended and is started again');
      runner = await startAgain();
    }
  })();
  return {
    stop: async () => {
      isStopping = true;
      await runner?.stop();
      await ended;
      await pool.end();
    },
  };
}

function openQueuePool({ connection, logger }: WorkerOptions): pg.Pool {
  const pool = new pg.Pool({ ...connection, max: CONCURRENCY + 2, application_name: 'tallymark worker' });
  const onError = (error: Error) => logger.warn({ err: error }, 'worker connection lost');
  pool.on('error', onError);
  pool.on('connect', (client) => client.on('error', onError));
  return pool;
}

function startRunner(options: WorkerOptions, pool: pg.Pool): Promise<Runner> {
  return run({
    pgPool: pool,
    concurrency: CONCURRENCY,
    noHandleSignals: true,
    // With a batch, a lost connection ends the runner; without, it is a rejection that ends the process.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    logger: new QueueLogger(() => (level, message) => {
      if (level === 'error' || level === 'warning') options.logger.warn({ queue: true }, message);
    }),
    crontab: `* * * * * sweep_due_work\n17 * * * * upkeep`,
    taskList: {
      [RUN_DUE_WORK]: async (payload) => runOrg(options, (payload as { orgId: number }).orgId),
      sweep_due_work: async () => {
        for (const org of await listOrgsWithDueWork(options.database, realNow()))
          await runOrg(options, org.orgId);
      },
      upkeep: () => runUpkeep(options),
    },
  });
}

async function runOrg(options: WorkerOptions, orgId: number): Promise<void> {
  const org = (await listOrgs(options.database)).find((candidate) => candidate.orgId === orgId);
  if (!org) return;
  const until = await options.database.transaction({ orgId, access: 'read' }, (tx) =>
    readDatabaseClock(tx, org),
  );
  await options.dueWork.runUntil(org, until);
}

async function runUpkeep(options: WorkerOptions): Promise<void> {
  for (const org of await listOrgs(options.database)) {
    await options.database.transaction({ orgId: org.orgId, access: 'write' }, (tx) =>
      deleteOldIdempotencyKeys(tx, org.orgId),
    );
    for (const keep of options.upkeep) await keep(options.database, org, options.deployment);
  }
}
