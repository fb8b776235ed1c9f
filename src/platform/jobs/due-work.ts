import { isClockMoved, moveClock } from '../db/clock.ts';
import type { Database, Tx } from '../db/database.ts';
import { findNextDueAt, recordFailedWork, type StoredDueWork, takeNextDueWork } from '../db/due-work.ts';
import { databaseProblem } from '../db/failures.ts';
import type { Deployment } from '../deployment.ts';
import type { Metrics } from '../http/metrics.ts';
import type { Org } from '../http/operation.ts';
import type { Logger } from '../http/server.ts';

export interface DueWorkContext {
  tx: Tx;
  org: Org;
  now: Temporal.Instant;
  deployment: Deployment;
}

/** How an area does one kind of timed work. `now` is the instant at which the work fell due. */
export interface DueWorkKind {
  kind: string;
  run(context: DueWorkContext, payload: StoredDueWork['payload']): Promise<void>;
}

export interface DueWorkRunner {
  /**
   * Does everything due up to `until`, in order, also what comes up on the way. Returns how many pieces were
   * done.
   */
  runUntil(org: Org, until: Temporal.Instant): Promise<number>;
}

export function dueWorkRunner(options: {
  database: Database;
  deployment: Deployment;
  kinds: readonly DueWorkKind[];
  logger: Logger;
  metrics: Metrics;
}): DueWorkRunner {
  const kinds = new Map(options.kinds.map((kind) => [kind.kind, kind]));
  return {
    async runUntil(org, until) {
      let done = 0;
      while (await runNext({ ...options, kinds }, org, until)) done++;
      return done;
    },
  };
}

interface Runner {
  database: Database;
  deployment: Deployment;
  kinds: ReadonlyMap<string, DueWorkKind>;
  logger: Logger;
  metrics: Metrics;
}

async function runNext(runner: Runner, org: Org, until: Temporal.Instant): Promise<boolean> {
  const { database } = runner;
  // The clock moves first and commits: an ingestion that starts now already sees that the instant has come.
  const dueAt = await database.transaction({ orgId: org.orgId, access: 'write' }, async (tx) => {
    const next = await findNextDueAt(tx, org, until);
    if (next && org.environment === 'sandbox' && (await isClockMoved(tx, org)))
      await moveClock(tx, org, next);
    return next;
  });
  if (dueAt === null) return false;
  let taken: StoredDueWork | null = null;
  try {
    await database.transaction({ orgId: org.orgId, access: 'write' }, async (tx) => {
      taken = await takeNextDueWork(tx, org, until);
      if (taken) await runPiece(runner, { tx, org, now: taken.dueAt, deployment: runner.deployment }, taken);
    });
    const piece = taken as StoredDueWork | null;
    if (piece) runner.metrics.countDueWork(piece.kind, 'done');
  } catch (error) {
    const failed = taken as StoredDueWork | null;
    // Without a database nothing is the piece's own fault: whoever runs the work comes back later.
    if (!failed || databaseProblem(error)?.status === 503) throw error;
    await recordFailure(runner, org, { piece: failed, error });
  }
  return true;
}

async function runPiece(runner: Runner, context: DueWorkContext, piece: StoredDueWork): Promise<void> {
  const kind = runner.kinds.get(piece.kind);
  if (!kind) throw new Error(`no area does work of kind ${piece.kind}`);
  await kind.run(context, piece.payload);
}

async function recordFailure(
  runner: Runner,
  org: Org,
  failure: { piece: StoredDueWork; error: unknown },
): Promise<void> {
  const { piece, error } = failure;
  const message = error instanceof Error ? error.message : String(error);
  const { isParked } = await runner.database.transaction({ orgId: org.orgId, access: 'write' }, (tx) =>
    recordFailedWork(tx, org, { id: piece.id, message }),
  );
  runner.metrics.countDueWork(piece.kind, 'failed');
  runner.logger.error(
    { err: error, org: org.id, kind: piece.kind, key: piece.key, isParked },
    'timed work failed',
  );
}
