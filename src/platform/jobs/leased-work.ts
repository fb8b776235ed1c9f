import { databaseProblem } from '../db/failures.ts';
import type { Org } from '../http/operation.ts';
import type { Logger } from '../http/server.ts';
import type { Background } from './background.ts';

/** Work in real time that is taken under a lease, done outside of every transaction, and noted after it. */
export interface LeasedWork<T> {
  /** For the log, in the plural: `webhooks`. */
  name: string;
  logger: Logger;
  /** Pieces of this process at one time, and the most that one claim takes. */
  mostUnderWay: number;
  perClaim: number;
  /** Takes what is due, at most so many. */
  claim(org: Org, most: number): Promise<readonly T[]>;
  attempt(org: Org, piece: T): Promise<void>;
}

export interface LeasedWorker extends Background {
  /** Resolves when nothing that was due is left and nothing is under way. */
  idle(): Promise<void>;
}

interface Running<T> extends LeasedWork<T> {
  /** Organizations that may have something due. */
  asked: Map<number, Org>;
  underWay: Set<Promise<void>>;
  pumping: Promise<void> | null;
  isStopped: boolean;
}

/** Does what is due, for each organization that it is woken for, until nothing is. */
export function startLeasedWork<T>(work: LeasedWork<T>): LeasedWorker {
  const running: Running<T> = {
    ...work,
    ...{ asked: new Map(), underWay: new Set(), pumping: null, isStopped: false },
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
  running.asked.set(org.orgId, org);
  resume(running);
}

function resume<T>(running: Running<T>): void {
  running.pumping ??= pump(running).finally(() => {
    running.pumping = null;
    // Asked for in the moment in which it ended.
    if (running.asked.size > 0 && hasRoom(running)) resume(running);
  });
}

function hasRoom<T>({ underWay, isStopped, mostUnderWay }: Running<T>): boolean {
  return !isStopped && underWay.size < mostUnderWay;
}

async function pump<T>(running: Running<T>): Promise<void> {
  const { asked, logger, name } = running;
  while (hasRoom(running)) {
    const [org] = asked.values();
    if (!org) return;
    asked.delete(org.orgId);
    await take(running, org).catch((error) => {
      // Without a database the next minute's waking comes back to it.
      const level = databaseProblem(error)?.status === 503 ? 'warn' : 'error';
      logger[level]({ err: error, org: org.id }, `${name} could not be taken`);
    });
  }
}

async function take<T>(running: Running<T>, org: Org): Promise<void> {
  const { underWay, mostUnderWay, perClaim, asked } = running;
  const claimed = await running.claim(org, Math.min(perClaim, mostUnderWay - underWay.size));
  for (const piece of claimed) launch(running, org, piece);
  // There may be more than one claim takes.
  if (claimed.length > 0) asked.set(org.orgId, org);
}

function launch<T>(running: Running<T>, org: Org, piece: T): void {
  const { underWay, logger, name } = running;
  const attempt = running
    .attempt(org, piece)
    .catch((error) => logger.warn({ err: error, org: org.id }, `an attempt of ${name} was not noted`))
    .finally(() => {
      underWay.delete(attempt);
      wake(running, org);
    });
  underWay.add(attempt);
}
