import type { Tx } from '#platform/db/database.ts';
import { planManyScheduledWork } from '#platform/db/scheduled-work.ts';
import type { Org } from '#platform/http/operation.ts';

/** The context of every license change: its transaction, and the organization's clock. */
export interface LicenseContext {
  tx: Tx;
  org: Org;
  now: Temporal.Instant;
}

/**
 * Scheduled work of the billing area, payload `{ accountId }`: an account's license levels or names have
 * changed. Ingestion schedules it, too, so its handler must not wait for running ingestions.
 */
export const LICENSES_CHANGED = 'licenses.changed';
/** Higher than opening and closing cycles, lower than refreshing drafts for credits. */
const RANK = 55;

export function planLicensesChanged(
  { tx, org, now }: LicenseContext,
  accountIds: Iterable<string>,
): Promise<void> {
  // A fixed order: writers that schedule work for the same accounts wait in one direction only.
  const pieces = [...new Set(accountIds)]
    .sort()
    .map((accountId) => ({ key: accountId, payload: { accountId } }));
  return planManyScheduledWork(tx, org, { kind: LICENSES_CHANGED, dueAt: now, rank: RANK, pieces, now });
}
