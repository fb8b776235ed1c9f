import type { Span } from '@opentelemetry/api';
import { moveClock } from '../db/clock.ts';
import type { Database, Tx } from '../db/database.ts';
import { holdWork, putOffWork, recordFailedWork } from '../db/failing-work.ts';
import { databaseProblem } from '../db/failures.ts';
import {
  type DueGroup,
  findNextDue,
  type StoredScheduledWork,
  takeFromGroup,
  takeNextScheduledWork,
} from '../db/scheduled-work.ts';
import { actAs } from '../db/tx-actor.ts';
import type { Deployment } from '../deployment.ts';
import { StorageFault } from '../files/storage.ts';
import { instantText } from '../http/instants.ts';
import type { Metrics } from '../http/metrics.ts';
import type { Org } from '../http/operation.ts';
import type { Logger } from '../http/server.ts';
import { Problem } from '../problem.ts';
import { endSpan, linksToCurrent, type SpanFacts, startAlone, within } from '../traces/spans.ts';
import { type ProgressWatch, scheduledWorkStuck, watchProgress } from './watch-progress.ts';

export interface ScheduledWorkContext {
  tx: Tx;
  org: Org;
  now: Temporal.Instant;
  deployment: Deployment;
}

/** How an area does one kind of scheduled work. `now` is the instant at which the work was due. */
export interface ScheduledWorkKind {
  kind: string;
  /**
   * Pieces due at one instant and rank do not touch the same data, except counters that they lock last: when
   * there are many, some run concurrently.
   */
  isParallel?: true;
  run(context: ScheduledWorkContext, payload: StoredScheduledWork['payload']): Promise<void>;
}

export interface ScheduledWorkRunner {
  /**
   * Runs all work due up to `until`, in order, including work scheduled on the way. Work that reschedules
   * itself without progress is put on hold, with an alarm, and ends the run with `scheduledWorkStuck`.
   */
  runUntil(org: Org, until: Temporal.Instant, limits?: RunLimits): Promise<RunResult>;
}

/** When a run ends before all work is done; without limits it runs to the end. */
export interface RunLimits {
  maxPieces?: number;
  /** Checked between pieces. */
  isAbandoned?(): boolean;
}

export interface RunResult {
  /** Pieces done by this run. */
  done: number;
  /** Whether nothing due was left. */
  isOver: boolean;
}

export function scheduledWorkRunner(options: {
  database: Database;
  deployment: Deployment;
  kinds: readonly ScheduledWorkKind[];
  logger: Logger;
  metrics: Metrics;
}): ScheduledWorkRunner {
  const kinds = new Map(options.kinds.map((kind) => [kind.kind, kind]));
  return {
    async runUntil(org, until, { maxPieces = Number.POSITIVE_INFINITY, isAbandoned = () => false } = {}) {
      let done = 0;
      const runner = { ...options, kinds, progress: watchProgress() };
      while (done < maxPieces && !isAbandoned()) {
        const next = await moveToNext(runner, org, until);
        if (next === null) return { done, isOver: true };
        const isShared = next.isCrowded && kinds.get(next.kind)?.isParallel === true;
        done += isShared ? await runGroup(runner, org, next) : await runNext(runner, org, until);
      }
      return { done, isOver: false };
    },
  };
}

interface Runner {
  database: Database;
  deployment: Deployment;
  kinds: ReadonlyMap<string, ScheduledWorkKind>;
  logger: Logger;
  metrics: Metrics;
  progress: ProgressWatch;
}

/** From this many pieces of a parallel kind on, more than one connection is worthwhile. */
const CROWD = 8;
/** This process computes on one core while the database works on another. */
const LANES = 3;

/**
 * The clock moves first and commits: an ingestion that starts now already sees the new instant. Null when
 * nothing is due by `until`.
 */
function moveToNext({ database }: Runner, org: Org, until: Temporal.Instant) {
  return database.transaction({ orgId: org.orgId, access: 'write' }, async (tx) => {
    const next = await findNextDue(tx, org, { until, crowd: CROWD });
    if (next && org.environment === 'sandbox') await moveClock(tx, org, next.dueAt);
    return next;
  });
}

/** Runs the earliest piece, unless another process did so meanwhile; returns the number of pieces done. */
async function runNext(runner: Runner, org: Org, until: Temporal.Instant): Promise<number> {
  return Number(await runTaken(runner, org, (tx) => takeNextScheduledWork(tx, org, until)));
}

/** Runs the pieces of a group, some concurrently, until it is empty or other work precedes it. */
async function runGroup(runner: Runner, org: Org, group: DueGroup): Promise<number> {
  let done = 0;
  const runLane = async () => {
    while (await runTaken(runner, org, (tx) => takeFromGroup(tx, org, group))) done++;
  };
  await Promise.all(Array.from({ length: LANES }, runLane));
  return done;
}

/** Takes a piece and runs it in the same transaction. False when there was none to take. */
async function runTaken(
  runner: Runner,
  org: Org,
  take: (tx: Tx) => Promise<StoredScheduledWork | null>,
): Promise<boolean> {
  let taken: StoredScheduledWork | null = null;
  let span: Span | null = null;
  try {
    await runner.database.transaction({ orgId: org.orgId, access: 'write' }, async (tx) => {
      taken = await take(tx);
      if (!taken) return;
      const piece = taken;
      span = startAlone(piece.kind, () => factsOf(org, piece));
      await within(span, async () => {
        await actAs(tx, { type: 'SYSTEM', id: piece.kind, now: piece.dueAt });
        // step: a piece of work is taken
        await runPiece(runner, { tx, org, now: piece.dueAt, deployment: runner.deployment }, piece);
      });
      // step: a piece of work is done
    });
    endSpan(span);
    const piece = taken as StoredScheduledWork | null;
    if (piece) runner.metrics.countScheduledWork(piece.kind, 'done');
    // step: a piece of work is committed
  } catch (error) {
    endSpan(span, error);
    const failed = taken as StoredScheduledWork | null;
    // Without a database the piece is not at fault: the caller retries later.
    if (!failed || databaseProblem(error)?.status === 503) throw error;
    await recordFailure(runner, org, { piece: failed, error });
  }
  const tried = taken as StoredScheduledWork | null;
  if (tried && runner.progress.isStuck(tried)) await stopAt(runner, org, tried);
  return tried !== null;
}

function factsOf(org: Org, { key, dueAt }: StoredScheduledWork): SpanFacts {
  const attributes = {
    ...{ 'tallymark.organization': org.id, 'tallymark.environment': org.environment },
    ...{ 'tallymark.work.key': key, 'tallymark.work.due_at': String(dueAt) },
  };
  return { attributes, links: linksToCurrent() };
}

/** Puts work without progress on hold, so that other work continues, and ends the run. */
async function stopAt(
  { database, deployment }: Runner,
  org: Org,
  piece: StoredScheduledWork,
): Promise<never> {
  const { kind, key, dueAt } = piece;
  const stuck = scheduledWorkStuck({ kind, key, at: instantText(dueAt) });
  await database.transaction({ orgId: org.orgId, access: 'write' }, (tx) =>
    holdWork(tx, org, { kind, key, reason: stuck.message }),
  );
  deployment.raiseAlarm({ kind: 'SCHEDULED_WORK_STUCK', org, details: { kind, key, dueAt: String(dueAt) } });
  throw stuck;
}

async function runPiece(
  runner: Runner,
  context: ScheduledWorkContext,
  piece: StoredScheduledWork,
): Promise<void> {
  const kind = runner.kinds.get(piece.kind);
  if (!kind) throw new Error(`no area handles scheduled work of kind ${piece.kind}`);
  await kind.run(context, piece.payload);
}

async function recordFailure(
  runner: Runner,
  org: Org,
  failure: { piece: StoredScheduledWork; error: unknown },
): Promise<void> {
  const { piece, error } = failure;
  const words = { message: error instanceof Error ? error.message : String(error), reason: reasonOf(error) };
  const { isOnHold } = await runner.database.transaction(
    { orgId: org.orgId, access: 'write' },
    async (tx) => {
      const isConflict = databaseProblem(error)?.status === 409;
      if (!(error instanceof StorageFault)) return recordFailedWork(tx, org, { piece, isConflict, ...words });
      await putOffWork(tx, org, { piece, ...words });
      return { isOnHold: false };
    },
  );
  runner.metrics.countScheduledWork(piece.kind, 'failed');
  runner.logger.error(
    { err: error, org: org.id, piece: piece.id, kind: piece.kind, key: piece.key, isOnHold },
    'scheduled work failed',
  );
}

/** The message for the organization's users: without details that only the operator may see. */
function reasonOf(error: unknown): string {
  if (error instanceof Problem) return error.message;
  if (error instanceof StorageFault)
    return 'files cannot be stored at the moment; Tallymark retries this work automatically';
  if (databaseProblem(error)?.status === 409)
    return 'a concurrent change interrupted this work; Tallymark retries it';
  return 'internal error; the log of the service has the details under the id of this work';
}
