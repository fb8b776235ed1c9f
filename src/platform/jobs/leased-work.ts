import { databaseProblem } from '../db/failures.ts';
import type { Org } from '../http/operation.ts';
import type { Logger } from '../http/server.ts';
import type { Background } from './background.ts';

/** Real-time work that is claimed under a lease, done outside any transaction, and recorded afterwards. */
export interface LeasedWork<T> {
  /** Plural name for the log: `webhooks`. */
  name: string;
  logger: Logger;
  /** The most pieces in progress in this process, and the most per claim. */
  maxConcurrent: number;
  perClaim: number;
  /**
   * The most pieces in progress per organization, so that a slow one does not hold up others; default: no
   * limit.
   */
  maxPerOrg?: number;
  /** Claims due pieces, at most `most`. */
  claim(org: Org, max: number): Promise<readonly T[]>;
  attempt(org: Org, piece: T): Promise<void>;
}

export interface LeasedWorker extends Background {
  /** Resolves when nothing is due and nothing is in progress. */
  idle(): Promise<void>;
}

interface Running<T> extends LeasedWork<T> {
  /** Organizations that may have work due. */
  requested: Map<number, Org>;
  underWay: Set<Promise<void>>;
  /** Pieces in progress by organization. */
  ofOrgs: Map<number, number>;
  pumping: Promise<void> | null;
  isStopped: boolean;
}

/** Does what is due for each organization for which it is woken, until nothing is left. */
export function startLeasedWork<T>(work: LeasedWork<T>): LeasedWorker {
  const running: Running<T> = {
    ...work,
    ...{ requested: new Map(), underWay: new Set(), ofOrgs: new Map(), pumping: null, isStopped: false },
  };
  const idle = async () => {
    while (running.pumping || running.underWay.size > 0)
      await (running.pumping ?? Promise.all(running.underWay));
  };
  return {
    wake: (org) => wake(running, org),
    idle,
    stop: async () => {
      running.isStopped = true;
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

function hasRoom<T>({ underWay, isStopped, maxConcurrent }: Running<T>): boolean {
  return !isStopped && underWay.size < maxConcurrent;
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
      logger[level]({ err: error, org: org.id }, `${name} could not be taken`);
    });
  }
}

async function take<T>(running: Running<T>, org: Org): Promise<void> {
  const { underWay, maxConcurrent, perClaim, requested, ofOrgs, maxPerOrg = Infinity } = running;
  const max = Math.min(perClaim, maxConcurrent - underWay.size, maxPerOrg - (ofOrgs.get(org.orgId) ?? 0));
  // When a running piece ends, this is called again.
  if (max <= 0) return;
  const claimed = await running.claim(org, max);
  for (const piece of claimed) launch(running, org, piece);
  // There may be more than one claim takes.
  if (claimed.length > 0) requested.set(org.orgId, org);
}

function launch<T>(running: Running<T>, org: Org, piece: T): void {
  const { underWay, logger, name } = running;
  count(running, org, 1);
  const attempt = running
    .attempt(org, piece)
    .catch((error) => logger.warn({ err: error, org: org.id }, `an attempt of ${name} was not noted`))
    .finally(() => {
      underWay.delete(attempt);
      count(running, org, -1);
      wake(running, org);
    });
  underWay.add(attempt);
}

function count<T>({ ofOrgs }: Running<T>, { orgId }: Org, change: 1 | -1): void {
  const sum = (ofOrgs.get(orgId) ?? 0) + change;
  if (sum > 0) ofOrgs.set(orgId, sum);
  else ofOrgs.delete(orgId);
}
