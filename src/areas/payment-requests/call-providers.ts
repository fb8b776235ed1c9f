import { randomUUID } from 'node:crypto';
import { realNow } from '#platform/db/clock.ts';
import type { Database } from '#platform/db/database.ts';
import type { Deployment } from '#platform/deployment.ts';
import type { Logger } from '#platform/http/server.ts';
import { type LeasedWorker, startLeasedWork } from '#platform/jobs/leased-work.ts';
import { makeCall } from './make-call.ts';
import { type CallRow, claimCalls } from './store/calls.ts';

interface Parts {
  database: Database;
  deployment: Deployment;
  logger: Logger;
  /** Real time; tests have their own. */
  now?: () => Temporal.Instant;
}

/** Calls of this process at one time. */
const MOST_UNDER_WAY = 64;
/** Calls of one organization at one time: a slow provider holds up no other for long. */
const PER_ORG = 4;
/** Longer than two requests take, with what comes before and after them. */
const LEASE = { seconds: 60 } as const;

/** Asks providers what is due, for each organization that it is woken for, until nothing is. */
export function startCalling({ now = realNow, ...parts }: Parts): LeasedWorker {
  return startLeasedWork<{ call: CallRow; lease: string }>({
    name: 'calls of payment providers',
    logger: parts.logger,
    mostUnderWay: MOST_UNDER_WAY,
    perClaim: PER_ORG,
    mostOfOrg: PER_ORG,
    claim: async (org, most) => {
      const at = now();
      const lease = randomUUID();
      const claim = { now: at, lease, leaseEndsAt: at.add(LEASE), most };
      const calls = await parts.database.transaction({ orgId: org.orgId, access: 'write' }, (tx) =>
        claimCalls(tx, org, claim),
      );
      return calls.map((call) => ({ call, lease }));
    },
    // Whatever comes of it: when the lease is over it is asked again under its key.
    attempt: (org, taken) => makeCall({ ...parts, now }, { org, ...taken }),
  });
}
