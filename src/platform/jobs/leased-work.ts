import { randomUUID } from 'node:crypto';
import { SpanKind } from '@opentelemetry/api';
import { realNow } from '../db/clock.ts';
import type { Database, Tx } from '../db/database.ts';
import { databaseProblem } from '../db/failures.ts';
import type { Org } from '../http/operation.ts';
import type { Logger } from '../http/server.ts';
import { linksToCurrent, tracedAlone } from '../traces/spans.ts';
import type { Background } from './background.ts';

/** The terms on which due rows are claimed: nobody else works on them before the lease ends. In real time. */
export interface Claim {
  now: Temporal.Instant;
  lease: string;
  leaseEndsAt: Temporal.Instant;
  /** The most rows to claim. */
  max: number;
}

/** What an attempt holds its piece by. */
export interface Held {
  lease: string;
  /** Aborted when the worker stops, so that a long attempt can end early. */
  signal: AbortSignal;
}

/** Real-time work that is claimed under a lease, done outside any transaction, and recorded afterwards. */
export interface LeasedWork<T> {
  /** Plural name for the log: `webhooks`. */
  name: string;
  database: Database;
  logger: Logger;
  /** Real time; tests pass their own clock. */
  now?: (() => Temporal.Instant) | undefined;
  /** Longer than an attempt and its transactions take; work of a lost process is due again after it. */
  lease: { seconds: number };
  /** The most pieces in progress in this process, and the most per claim. */
  maxConcurrent: number;
  perClaim: number;
  /**
   * The most pieces in progress per organization, so that a slow one does not hold up others; default: no
   * limit.
   */
  maxPerOrg?: number;
  /** Claims due pieces, in a transaction of their own. */
  claim(tx: Tx, org: Org, claim: Claim): Promise<readonly T[]>;
  /** Does a claimed piece; it starts before anything else is claimed. */
  attempt(org: Org, piece: T, held: Held): Promise<void>;
}

export interface LeasedWorker extends Background {
  /** Resolves when nothing is due and nothing is in progress. */
  idle(): Promise<void>;
}

interface Running<T> extends LeasedWork<T> {
  /** Organizations that may have work due. */
  requested: Map<number, Org>;
  inProgress: Set<Promise<void>>;
  /** Pieces in progress by organization. */
  ofOrgs: Map<number, number>;
  pumping: Promise<void> | null;
  stopping: AbortController;
}

/** Does what is due for each organization for which it is woken, until nothing is left. */
export function startLeasedWork<T>(work: LeasedWork<T>): LeasedWorker {
  const running: Running<T> = {
    ...work,
    ...{ requested: new Map(), inProgress: new Set(), ofOrgs: new Map(), pumping: null },
    stopping: new AbortController(),
  };
  const idle = async () => {
    while (running.pumping || running.inProgress.size > 0)
      await (running.pumping ?? Promise.all(running.inProgress));
  };
  return {
    wake: (org) => wake(running, org),
    idle,
    stop: async () => {
      running.stopping.abort();
      await idle();
    },
  };
}

function wake<T>(running: Running<T>, org: Org): void {
  running.requested.set(org.orgId, org);
  resume(running);
}

function resume<T>(running: Running<T>): void {
  running.pumping ??= pump(running).finally(() => {
    running.pumping = null;
    // Woken at the moment at which it ended.
    if (running.requested.size > 0 && hasRoom(running)) resume(running);
  });
}

function hasRoom<T>({ inProgress, stopping, maxConcurrent }: Running<T>): boolean {
  return !stopping.signal.aborted && inProgress.size < maxConcurrent;
}

async function pump<T>(running: Running<T>): Promise<void> {
  const { requested, logger, name } = running;
  while (hasRoom(running)) {
    const [org] = requested.values();
    if (!org) return;
    requested.delete(org.orgId);
    await take(running, org).catch((error) => {
      // Without a database, the wake-up of the next minute retries.
      const level = databaseProblem(error)?.status === 503 ? 'warn' : 'error';
      logger[level]({ err: error, org: org.id }, `${name} could not be claimed`);
    });
  }
}

async function take<T>(running: Running<T>, org: Org): Promise<void> {
  const { inProgress, maxConcurrent, perClaim, requested, ofOrgs, maxPerOrg = Infinity } = running;
  const max = Math.min(perClaim, maxConcurrent - inProgress.size, maxPerOrg - (ofOrgs.get(org.orgId) ?? 0));
  // When a running piece ends, this is called again.
  if (max <= 0) return;
  const { claimed, lease } = await claim(running, org, max);
  for (const piece of claimed) launch(running, org, { piece, lease });
  // There may be more than one claim takes.
  if (claimed.length > 0) requested.set(org.orgId, org);
}

async function claim<T>(running: Running<T>, org: Org, max: number) {
  const now = (running.now ?? realNow)();
  const lease = randomUUID();
  const terms = { now, lease, leaseEndsAt: now.add(running.lease), max };
  const claimed = await running.database.transaction({ orgId: org.orgId, access: 'write' }, (tx) =>
    running.claim(tx, org, terms),
  );
  return { claimed, lease };
}

function launch<T>(running: Running<T>, org: Org, { piece, lease }: { piece: T; lease: string }): void {
  const { inProgress, logger, name, stopping } = running;
  count(running, org, 1);
  const attempt = traceAttempt(running, org, () =>
    running.attempt(org, piece, { lease, signal: stopping.signal }),
  )
    .catch((error) =>
      logger.warn({ err: error, org: org.id }, `the result of an attempt could not be recorded (${name})`),
    )
    .finally(() => {
      inProgress.delete(attempt);
      count(running, org, -1);
      wake(running, org);
    });
  inProgress.add(attempt);
}

/** In a trace of its own: who has woken the worker does not wait for it. */
function traceAttempt<T>({ name }: Running<T>, org: Org, attempt: () => Promise<void>): Promise<void> {
  const facts = () => ({
    kind: SpanKind.PRODUCER,
    attributes: { 'tallymark.organization': org.id, 'tallymark.environment': org.environment },
    links: linksToCurrent(),
  });
  return tracedAlone(name, facts, attempt);
}

function count<T>({ ofOrgs }: Running<T>, { orgId }: Org, change: 1 | -1): void {
  const sum = (ofOrgs.get(orgId) ?? 0) + change;
  if (sum > 0) ofOrgs.set(orgId, sum);
  else ofOrgs.delete(orgId);
}
