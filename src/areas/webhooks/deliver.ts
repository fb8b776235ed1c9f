import { randomUUID } from 'node:crypto';
import { realNow } from '#platform/db/clock.ts';
import type { Database } from '#platform/db/database.ts';
import type { Deployment } from '#platform/deployment.ts';
import type { Logger } from '#platform/http/server.ts';
import { type LeasedWorker, startLeasedWork } from '#platform/jobs/leased-work.ts';
import { attemptDelivery } from './attempt-delivery.ts';
import { type ClaimedDelivery, claimDeliveries } from './store/attempts.ts';

interface Parts {
  database: Database;
  deployment: Deployment;
  logger: Logger;
  /** Real time; tests pass their own clock. */
  now?: () => Temporal.Instant;
}

/** The most concurrent attempts of this process; each slow receiver may take only a few of them. */
const MAX_UNDER_WAY = 64;
const PER_ENDPOINT = 4;
const PER_CLAIM = 16;
/** Longer than an attempt and its two transactions take. */
const LEASE = { seconds: 45 } as const;

/** Attempts due deliveries of each organization that wakes it, until none is due. */
export function startDelivering({ now = realNow, ...parts }: Parts): LeasedWorker {
  /** Concurrent attempts by endpoint. */
  const busy = new Map<string, number>();
  return startLeasedWork<{ delivery: ClaimedDelivery; lease: string }>({
    name: 'webhooks',
    logger: parts.logger,
    maxConcurrent: MAX_UNDER_WAY,
    perClaim: PER_CLAIM,
    claim: async (org, max) => {
      const at = now();
      const lease = randomUUID();
      const times = { now: at, lease, leaseEndsAt: at.add(LEASE) };
      const claimed = await parts.database.transaction({ orgId: org.orgId, access: 'write' }, (tx) =>
        claimDeliveries(tx, org, { ...times, max, perEndpoint: PER_ENDPOINT, busy }),
      );
      for (const { endpointId } of claimed) busy.set(endpointId, (busy.get(endpointId) ?? 0) + 1);
      return claimed.map((delivery) => ({ delivery, lease }));
    },
    attempt: async (org, taken) => {
      const { endpointId } = taken.delivery;
      try {
        await attemptDelivery({ ...parts, now }, { org, ...taken });
      } finally {
        const left = (busy.get(endpointId) ?? 1) - 1;
        if (left > 0) busy.set(endpointId, left);
        else busy.delete(endpointId);
      }
    },
  });
}
