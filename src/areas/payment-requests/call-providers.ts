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

/** Maximum concurrent calls of this process. */
const MAX_CONCURRENT = 64;
/** Maximum concurrent calls of one organization, so that a slow provider does not delay the others. */
const PER_ORG = 4;
/** Longer than two requests with the work before and after them. */
const LEASE = { seconds: 60 } as const;

/** Makes the due calls to providers, for each organization that it is woken for, until none is left. */
export function startCalling({ now = realNow, ...parts }: Parts): LeasedWorker {
  return startLeasedWork<{ call: CallRow; lease: string }>({
    name: 'calls of payment providers',
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
