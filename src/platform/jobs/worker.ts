import { type Runner, run } from 'graphile-worker';
import { realNow } from '../db/clock.ts';
import { isWriteFailure } from '../db/failures.ts';
import { deleteOldIdempotencyKeys } from '../db/idempotency.ts';
import { listOrgs, listOrgsWithScheduledWork } from '../db/orgs.ts';
import { removeInPieces } from '../db/remove-in-pieces.ts';
import { RUN_SCHEDULED_WORK, readDatabaseClock } from '../db/scheduled-work.ts';
import type { Connection } from '../db/servers.ts';
import type { Deployment } from '../deployment.ts';
import { dropLeftFiles } from '../growing-file.ts';
import type { Maintenance } from '../http/area.ts';
import { auditNightly, type NightlyAudit, showAuditResults } from './audits.ts';
import type { Background, StartBackground } from './background.ts';
import { queueLog } from './queue-log.ts';
import { openQueuePool } from './queue-pool.ts';
import type { ScheduledWorkRunner } from './scheduled-work.ts';
import { watchOutgoingHold } from './watch-hold.ts';

export interface WorkerOptions extends NightlyAudit {
  connection: Connection;
  scheduledWork: ScheduledWorkRunner;
  deployment: Deployment;
  /** Hourly maintenance of an organization's tables, by the areas that need it; each call is bounded. */
  maintenance: readonly Maintenance[];
  background?: readonly StartBackground[];
  everyMinute: readonly Maintenance[];
}

export interface Worker {
  stop(): Promise<void>;
}

const CONCURRENCY = 2;
/** A million an hour: more than arrive. */
const FORGOTTEN_KEYS = { limit: 5_000, max: 200 };

/**
 * Starts the queue's worker: it wakes when work comes due and sweeps once a minute for missed work. On a
 * read-only database it starts when writes are possible.
 */
export async function startWorker(options: WorkerOptions): Promise<Worker> {
  const { writes } = options.database;
  const isReading = () => writes.failure === 'STANDBY' || writes.failure === 'READ_ONLY';
  let running: Promise<RunningQueue> | null = null;
  let isStopped = false;
  const hold = watchOutgoingHold(options);
  const resume = async () => {
    if (running) return (await running).sweep();
    running = startQueue(options);
    await running;
  };
  if (!isReading()) await resume();
  writes.onChange(() => {
    if (isStopped || isReading()) return;
    resume().catch((error) => {
      running = null;
      options.logger.error({ err: error }, 'the worker could not be started');
    });
  });
  return {
    stop: async () => {
      isStopped = true;
      hold.stop();
      await (await running)?.stop();
    },
  };
}

interface RunningQueue extends Worker {
  /** Runs work that came due while no worker ran, without waiting for the next minute. */
  sweep(): Promise<void>;
}

async function startQueue(options: WorkerOptions): Promise<RunningQueue> {
  const queue = openQueuePool(options);
  showAuditResults(options).catch((error) =>
    options.logger.warn({ err: error }, 'the results of earlier audits could not be loaded'),
  );
  const background = startBackground(options);
  const runner: Runner = await run({
    pgPool: queue.pool,
    concurrency: CONCURRENCY,
    noHandleSignals: true,
    logger: queueLog(options.logger),
    // The nightly audits; the hour is in UTC, as good as any other.
    crontab: `* * * * * sweep_due_work\n* * * * * every_minute\n17 * * * * upkeep\n37 2 * * * audit`,
    taskList: {
      [RUN_SCHEDULED_WORK]: async (payload) => runOrg(options, (payload as { orgId: number }).orgId),
      sweep_due_work: async () => {
        for (const org of await listOrgsWithScheduledWork(options.database, realNow()))
          await runOrg(options, org.orgId);
      },
      ...background.tasks,
      every_minute: async () => {
        await background.wakeAll();
        await maintainEach(options, options.everyMinute);
      },
      // The name is stored in the queue, also by earlier versions.
      upkeep: () => runMaintenance(options),
      audit: (_payload, { abortSignal }) => auditNightly(options, abortSignal),
    },
  });
  // Work that a lost process had in progress may be due already.
  background
    .wakeAll()
    .catch((error) =>
      options.logger.warn({ err: error }, 'background work could not be started; retrying in a minute'),
    );
  // Also covers a service that never runs for an hour; of several that start together, one does it.
  runner
    .addJob('upkeep', {}, { jobKey: 'upkeep_at_start', maxAttempts: 1 })
    .catch((error) =>
      options.logger.warn({ err: error }, 'maintenance could not be started; retrying in an hour'),
    );
  // Work woken in a lost process is not woken again, and need not wait for the next minute.
  const sweep = async () => {
    await runner
      .addJob('sweep_due_work', {}, { jobKey: 'sweep_at_start', maxAttempts: 1 })
      .catch((error) =>
        options.logger.warn({ err: error }, 'scheduled work could not be started; retrying in a minute'),
      );
  };
  void sweep();
  return {
    sweep,
    stop: async () => {
      await runner.stop();
      await Promise.all(background.running.map((each) => each.stop()));
      await queue.end();
    },
  };
}

/**
 * A task wakes it for one organization, and every minute wakes it for all: lost processes leave work behind.
 */
function startBackground({ background = [], database, deployment, logger }: WorkerOptions) {
  const started = background.map(({ task, start }) => ({
    task,
    running: start({ database, deployment, logger }),
  }));
  const wakeOne = (running: Background) => async (payload: unknown) => {
    const { orgId } = payload as { orgId: number };
    const org = (await listOrgs(database)).find((candidate) => candidate.orgId === orgId);
    if (org) running.wake(org);
  };
  return {
    running: started.map(({ running }) => running),
    tasks: Object.fromEntries(started.map(({ task, running }) => [task, wakeOne(running)])),
    wakeAll: async () => {
      for (const org of await listOrgs(database)) for (const { running } of started) running.wake(org);
    },
  };
}

async function runOrg(options: WorkerOptions, orgId: number): Promise<void> {
  const org = (await listOrgs(options.database)).find((candidate) => candidate.orgId === orgId);
  if (!org) return;
  const until = await options.database.transaction({ orgId, access: 'read' }, (tx) =>
    readDatabaseClock(tx, org),
  );
  await options.scheduledWork.runUntil(org, until);
}

async function runMaintenance(options: WorkerOptions): Promise<void> {
  await dropLeftFiles().catch((error) =>
    options.logger.warn({ err: error }, 'leftover temporary files could not be removed'),
  );
  const forgetKeys: Maintenance = (database, org) =>
    removeInPieces(database, org, {
      ...FORGOTTEN_KEYS,
      remove: (tx, limit) => deleteOldIdempotencyKeys(tx, org.orgId, limit),
    });
  return maintainEach(options, [forgetKeys, ...options.maintenance]);
}

async function maintainEach(options: WorkerOptions, maintenance: readonly Maintenance[]): Promise<void> {
  for (const org of await listOrgs(options.database))
    try {
      for (const run of maintenance) await run(options.database, org, options.deployment);
    } catch (error) {
      // Concerns no single organization, and is logged already.
      if (isWriteFailure(error)) return;
      // A failure for one organization must not affect those that follow.
      options.logger.warn({ err: error, orgId: org.orgId }, 'the maintenance of an organization failed');
    }
}
