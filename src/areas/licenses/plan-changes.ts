import type { Tx } from '#platform/db/database.ts';
import { planManyScheduledWork } from '#platform/db/scheduled-work.ts';
import type { Org } from '#platform/http/operation.ts';

/** What every change of licences needs: its transaction, and the clock of its organization. */
export interface LicenseContext {
  tx: Tx;
  org: Org;
  now: Temporal.Instant;
}

/**
 * Scheduled work of the area that bills, payload `{ accountId }`: how many licences an account has, or their
 * names, have changed. Ingestion plans it too: what runs it must not wait for running ingestions.
 */
export const LICENSES_CHANGED = 'licenses.changed';
/** Higher than what opens and closes cycles, lower than the refreshing of drafts for credits. */
const RANK = 55;

export function planLicensesChanged(
  { tx, org, now }: LicenseContext,
  accountIds: Iterable<string>,
): Promise<void> {
  // In one order: writers that plan for the same accounts wait for each other in one direction only.
  const pieces = [...new Set(accountIds)]
    .sort()
    .map((accountId) => ({ key: accountId, payload: { accountId } }));
  return planManyScheduledWork(tx, org, { kind: LICENSES_CHANGED, dueAt: now, rank: RANK, pieces, now });
}
