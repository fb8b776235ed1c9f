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
  /** Real time; tests inject their own. */
  now?: () => Temporal.Instant;
}

/** Maximum concurrent calls of this process, and of one organization. */
const MAX_CONCURRENT = 64;
const PER_ORG = 8;
/** Longer than a request with the work before and after it. */
const LEASE = { seconds: 40 } as const;

/** Makes the due calls to hooks, for each organization that it is woken for, until none is left. */
export function startAsking({ now = realNow, ...parts }: Parts): LeasedWorker {
  return startLeasedWork<{ call: CallRow; lease: string }>({
    name: 'calls of finalization hooks',
    logger: parts.logger,
    maxConcurrent: MAX_CONCURRENT,
    perClaim: PER_ORG,
    maxPerOrg: PER_ORG,
    claim: async (org, max) => {
      const at = now();
      const lease = randomUUID();
      const claim = { now: at, lease, leaseEndsAt: at.add(LEASE), max };
      const calls = await parts.database.transaction({ orgId: org.orgId, access: 'write' }, (tx) =>
        claimCalls(tx, org, claim),
      );
      return calls.map((call) => ({ call, lease }));
    },
    // Whatever the outcome: after the lease the call is repeated under its key.
    attempt: (org, taken) => makeCall({ ...parts, now }, { org, ...taken }),
  });
}
