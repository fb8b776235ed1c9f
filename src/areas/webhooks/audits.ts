import { type Audit, MAX_MISMATCHES } from '#platform/audits.ts';
import { listUnpublished } from './store/audit.ts';

const PAGE_EVENTS = 2_000;

/** Invariants of events and their deliveries. */
export const webhookAudits: readonly Audit[] = [
  {
    name: 'webhooks.deliveries',
    claim: 'every event has a delivery to each webhook that was subscribed to it',
    async check({ tx, org }, after) {
      const { found, next } = await listUnpublished(tx, org, { after: after ?? '', limit: PAGE_EVENTS });
      const mismatches = found.map(({ eventId, endpointId }) => ({
        ...{ subject: `event ${eventId}`, problem: `has no delivery to webhook ${endpointId}` },
      }));
      return { mismatches: mismatches.slice(0, MAX_MISMATCHES), next };
    },
  },
];
