import type { Tx } from '#platform/db/database.ts';
import { planScheduledWork } from '#platform/db/scheduled-work.ts';
import type { Org } from '#platform/http/operation.ts';

/**
 * Scheduled work of the billing area: the organization's name or address has changed. Payload: `{ after }`.
 */
export const ORGANIZATION_DESCRIBED = 'organizations.described';

/**
 * Schedules the update of open invoices with the new billing details; `after` is the cursor of a later batch.
 */
export function planDescribed(
  tx: Tx,
  org: Org,
  { now, after = '' }: { now: Temporal.Instant; after?: string },
): Promise<void> {
  const work = { kind: ORGANIZATION_DESCRIBED, key: 'self', dueAt: now, rank: 10, payload: { after } };
  return planScheduledWork(tx, org, { ...work, now });
}
