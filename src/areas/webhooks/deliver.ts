import { realNow } from '#platform/db/clock.ts';
import type { BackgroundParts } from '#platform/jobs/background.ts';
import type { LeasedWorker } from '#platform/jobs/leased-work.ts';
import { startOutgoing } from '#platform/outbound/start-outgoing.ts';
import { attemptDelivery } from './attempt-delivery.ts';
import { type ClaimedDelivery, claimDeliveries } from './store/attempts.ts';

/** The most concurrent attempts of this process; each slow receiver may take only a few of them. */
const MAX_CONCURRENT = 64;
const PER_ENDPOINT = 4;
const PER_CLAIM = 16;
/** Longer than an attempt and its two transactions take. */
const LEASE = { seconds: 45 } as const;

/** Attempts due deliveries of each organization that wakes it, until none is due. */
export function startDelivering({ now = realNow, ...parts }: BackgroundParts): LeasedWorker {
  /** Concurrent attempts by endpoint. */
  const busy = new Map<string, number>();
  return startOutgoing<ClaimedDelivery>({
    ...{ name: 'webhooks', outgoing: 'WEBHOOKS', ...parts, now, lease: LEASE },
    ...{ maxConcurrent: MAX_CONCURRENT, perClaim: PER_CLAIM },
    claim: (tx, org, claim) => claimDeliveries(tx, org, { ...claim, perEndpoint: PER_ENDPOINT, busy }),
    attempt: async (org, delivery, { lease, permit }) => {
      const { endpointId } = delivery;
      busy.set(endpointId, (busy.get(endpointId) ?? 0) + 1);
      try {
        await attemptDelivery({ ...parts, now }, { org, delivery, lease, permit });
      } finally {
        const left = (busy.get(endpointId) ?? 1) - 1;
        if (left > 0) busy.set(endpointId, left);
        else busy.delete(endpointId);
      }
    },
  });
}
