import { randomUUID } from 'node:crypto';
import { realNow } from '#platform/db/clock.ts';
import type { Database } from '#platform/db/database.ts';
import { databaseProblem } from '#platform/db/failures.ts';
import type { Deployment } from '#platform/deployment.ts';
import type { Org } from '#platform/http/operation.ts';
import type { Logger } from '#platform/http/server.ts';
import type { Background } from '#platform/jobs/background.ts';
import { attemptDelivery } from './attempt-delivery.ts';
import { type ClaimedDelivery, claimDeliveries } from './store/attempts.ts';

interface Parts {
  database: Database;
  deployment: Deployment;
  logger: Logger;
  /** Real time; tests have their own. */
  now?: () => Temporal.Instant;
}

export interface Deliverer extends Background {
  /** Resolves when nothing that was due is left and nothing is under way. */
  idle(): Promise<void>;
}

/** Attempts of this process at one time: a slow receiver holds few of them. */
const MAX_UNDER_WAY = 64;
const PER_ENDPOINT = 4;
const PER_CLAIM = 16;
/** Longer than an attempt takes, with what comes before and after it. */
const LEASE = { seconds: 45 } as const;

interface Running extends Required<Parts> {
  /** Organizations that may have something due. */
  asked: Map<number, Org>;
  underWay: Set<Promise<void>>;
  /** Attempts under way, by endpoint. */
  busy: Map<string, number>;
  pumping: Promise<void> | null;
  isStopped: boolean;
}

/** Attempts what is due, for each organization that it is woken for, until nothing is. */
export function startDelivering({ now = realNow, ...parts }: Parts): Deliverer {
  const running: Running = {
    ...{ ...parts, now, asked: new Map(), underWay: new Set(), busy: new Map() },
    ...{ pumping: null, isStopped: false },
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

function wake(running: Running, org: Org): void {
  running.asked.set(org.orgId, org);
  resume(running);
}

function resume(running: Running): void {
  running.pumping ??= pump(running).finally(() => {
    running.pumping = null;
    // Asked for in the moment in which it ended.
    if (running.asked.size > 0 && hasRoom(running)) resume(running);
  });
}

function hasRoom({ underWay, isStopped }: Running): boolean {
  return !isStopped && underWay.size < MAX_UNDER_WAY;
}

async function pump(running: Running): Promise<void> {
  const { asked, logger } = running;
  while (hasRoom(running)) {
    const [org] = asked.values();
    if (!org) return;
    asked.delete(org.orgId);
    await claim(running, org).catch((error) => {
      // Without a database the next minute's waking comes back to it.
      const level = databaseProblem(error)?.status === 503 ? 'warn' : 'error';
      logger[level]({ err: error, org: org.id }, 'webhooks could not be taken');
    });
  }
}

async function claim(running: Running, org: Org): Promise<void> {
  const { database, now, underWay, busy, asked } = running;
  const at = now();
  const lease = randomUUID();
  const most = Math.min(PER_CLAIM, MAX_UNDER_WAY - underWay.size);
  const times = { now: at, lease, leaseEndsAt: at.add(LEASE) };
  const claimed = await database.transaction({ orgId: org.orgId, access: 'write' }, (tx) =>
    claimDeliveries(tx, org, { ...times, most, perEndpoint: PER_ENDPOINT, busy }),
  );
  for (const delivery of claimed) launch(running, org, { delivery, lease });
  // There may be more than one claim takes.
  if (claimed.length > 0) asked.set(org.orgId, org);
}

function launch(running: Running, org: Org, taken: { delivery: ClaimedDelivery; lease: string }): void {
  const { busy, underWay, logger } = running;
  const { endpointId } = taken.delivery;
  busy.set(endpointId, (busy.get(endpointId) ?? 0) + 1);
  const attempt = attemptDelivery(running, { org, ...taken })
    .catch((error) => logger.warn({ err: error, org: org.id }, 'an attempt of a webhook was not noted'))
    .finally(() => {
      const left = (busy.get(endpointId) ?? 1) - 1;
      if (left > 0) busy.set(endpointId, left);
      else busy.delete(endpointId);
      underWay.delete(attempt);
      wake(running, org);
    });
  underWay.add(attempt);
}
