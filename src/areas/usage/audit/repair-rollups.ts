import { getOrganization } from '#areas/organizations/index.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import { endOfHour, hoursIn, listHourStarts } from '../hours.ts';
import { rebuildCycleUsage } from '../rebuild-cycle-usage.ts';
import { findEventHorizon } from '../store/audited-accounts.ts';
import { findEventSpan, replaceHourUsage } from '../store/repair-rollups.ts';
import { lockIngestionAndCompact } from '../store/usage-deltas.ts';

/**
 * Rebuilds an account's rollups from its events, as far back as events are retained. Ingestion of the
 * organization waits meanwhile, because it updates the same rows.
 */
export async function repairRollups(tx: Tx, org: Org, accountId: string): Promise<void> {
  await lockIngestionAndCompact(tx, org, accountId);
  const [{ timezone }, span, horizon] = await Promise.all([
    getOrganization(tx, org),
    findEventSpan(tx, org, accountId),
    findEventHorizon(tx, org),
  ]);
  if (horizon === 'NO_EVENTS') return;
  const hourOf = hoursIn(timezone);
  const from = horizon && endOfHour(hourOf, hourOf(horizon));
  await replaceHourUsage(tx, org, { accountId, from, hours: span ? listHourStarts(timezone, span) : [] });
  await rebuildCycleUsage(tx, org, accountId);
}
