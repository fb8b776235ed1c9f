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
  /** Pieces of one organization at one time, so that a slow one holds up no other; any by default. */
  mostOfOrg?: number;
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
  /** How many are under way, by organization. */
  ofOrgs: Map<number, number>;
  pumping: Promise<void> | null;
  isStopped: boolean;
}

/** Does what is due, for each organization that it is woken for, until nothing is. */
export function startLeasedWork<T>(work: LeasedWork<T>): LeasedWorker {
  const running: Running<T> = {
    ...work,
    ...{ asked: new Map(), underWay: new Set(), ofOrgs: new Map(), pumping: null, isStopped: false },
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
  const { underWay, mostUnderWay, perClaim, asked, ofOrgs, mostOfOrg = Infinity } = running;
  const most = Math.min(perClaim, mostUnderWay - underWay.size, mostOfOrg - (ofOrgs.get(org.orgId) ?? 0));
  // The end of a piece that is under way comes back to it.
  if (most <= 0) return;
  const claimed = await running.claim(org, most);
  for (const piece of claimed) launch(running, org, piece);
  // There may be more than one claim takes.
  if (claimed.length > 0) asked.set(org.orgId, org);
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
