import type { Tx } from '#platform/db/database.ts';
import { planScheduledWork } from '#platform/db/scheduled-work.ts';
import type { Org } from '#platform/http/operation.ts';

/**
 * Scheduled work of the area that bills: the organization's name or address has changed. Payload: `{ after
 * }`.
 */
export const ORGANIZATION_DESCRIBED = 'organizations.described';

/** Tells whoever bills that invoices may say more of who bills; `after` is where a later piece goes on. */
export function planDescribed(
  tx: Tx,
  org: Org,
  { now, after = '' }: { now: Temporal.Instant; after?: string },
): Promise<void> {
  const work = { kind: ORGANIZATION_DESCRIBED, key: 'self', dueAt: now, rank: 10, payload: { after } };
  return planScheduledWork(tx, org, { ...work, now });
}
