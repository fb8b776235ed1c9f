import { type Audit, MAX_MISMATCHES } from '#platform/audits.ts';
import { listUnpublished } from './store/audit.ts';

const PAGE_EVENTS = 2_000;

/** Invariants of events and their deliveries. */
export const webhookAudits: readonly Audit[] = [
  {
    name: 'webhooks.deliveries',
    claim: 'every event is on its way, or was sent, to every webhook that had subscribed to it',
    async check({ tx, org }, after) {
      const { found, next } = await listUnpublished(tx, org, { after: after ?? '', limit: PAGE_EVENTS });
      const mismatches = found.map(({ eventId, endpointId }) => ({
        ...{ subject: `event ${eventId}`, problem: `webhook ${endpointId} is not told of it` },
      }));
      return { mismatches: mismatches.slice(0, MAX_MISMATCHES), next };
    },
  },
];
