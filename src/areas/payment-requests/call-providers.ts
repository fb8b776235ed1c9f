import { randomUUID } from 'node:crypto';
import { canCharge } from '#areas/payment-providers/index.ts';
import { realNow } from '#platform/db/clock.ts';
import type { Database } from '#platform/db/database.ts';
import type { Deployment } from '#platform/deployment.ts';
import type { Org } from '#platform/http/operation.ts';
import type { Logger } from '#platform/http/server.ts';
import type { Background } from '#platform/jobs/background.ts';
import { makeCall } from './make-call.ts';
import { claimCalls } from './store/calls.ts';

interface Parts {
  database: Database;
  deployment: Deployment;
  logger: Logger;
  /** Real time; tests have their own. */
  now?: () => Temporal.Instant;
}

export interface ProviderCaller extends Background {
  /** Resolves when nothing that was due is left and nothing is under way. */
  idle(): Promise<void>;
}

/** Organizations whose providers are asked at one time: a slow provider holds up no other for long. */
const MAX_ORGS = 16;
/** Calls of one organization at one time. */
const PER_ORG = 4;
/** Longer than two requests take, with what comes before and after them. */
const LEASE = { seconds: 60 } as const;

interface Running extends Required<Parts> {
  waiting: Map<number, Org>;
  underWay: Map<number, Promise<void>>;
  isStopped: boolean;
}

/** Asks providers what is due, for each organization that it is woken for, until nothing is. */
export function startCalling({ now = realNow, ...parts }: Parts): ProviderCaller {
  const running: Running = { ...parts, now, waiting: new Map(), underWay: new Map(), isStopped: false };
  const idle = async () => {
    while (running.underWay.size > 0) await Promise.all(running.underWay.values());
  };
  return {
    wake: (org) => {
      running.waiting.set(org.orgId, org);
      startWaiting(running);
    },
    idle,
    stop: async () => {
      running.isStopped = true;
      await idle();
    },
  };
}

function startWaiting(running: Running): void {
  const { waiting, underWay, isStopped } = running;
  if (isStopped) return;
  for (const [orgId, org] of waiting) {
    if (underWay.size >= MAX_ORGS) return;
    // It looks once more when it has done what it took.
    if (underWay.has(orgId)) continue;
    waiting.delete(orgId);
    const work = askAll(running, org).finally(() => {
      underWay.delete(orgId);
      startWaiting(running);
    });
    underWay.set(orgId, work);
  }
}

async function askAll(running: Running, org: Org): Promise<void> {
  const { logger } = running;
  try {
    while (!running.isStopped && (await askSome(running, org)));
  } catch (error) {
    // Without a database the next minute's waking comes back to it.
    logger.warn({ err: error, org: org.id }, 'payment providers could not be asked');
  }
}

/** False when nothing was due. */
async function askSome(running: Running, org: Org): Promise<boolean> {
  const { database, now, logger } = running;
  const at = now();
  const lease = randomUUID();
  const claim = { now: at, lease, leaseEndsAt: at.add(LEASE), most: PER_ORG };
  const calls = await database.transaction({ orgId: org.orgId, access: 'write' }, async (tx) =>
    (await canCharge(tx, org)) ? claimCalls(tx, org, claim) : [],
  );
  const asked = calls.map((call) =>
    makeCall(running, { org, call, lease }).catch((error) =>
      // Whatever came of it: when the lease is over it is asked again under its key.
      logger.warn(
        { err: error, org: org.id, call: call.id },
        'an answer of a payment provider was not noted',
      ),
    ),
  );
  await Promise.all(asked);
  return calls.length > 0;
}
