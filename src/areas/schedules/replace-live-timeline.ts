import { applyPreActions, type LicenseGrant } from '#areas/licenses/index.ts';
import type { Context } from '#platform/http/operation.ts';
import { planSchedulesChanged } from './plan-schedules-changed.ts';
import { countTimelineChange } from './store/drafts.ts';
import { replaceTimeline } from './store/schedules.ts';
import type { TimelineEntry } from './timeline.ts';

/**
 * Replaces the whole live timeline of an account and schedules billing's follow-up. The caller holds the
 * account lock and has checked the entries.
 */
export async function replaceLiveTimeline(
  { tx, org, now }: Pick<Context, 'tx' | 'org' | 'now'>,
  change: {
    accountId: string;
    entries: readonly TimelineEntry[];
    /** Applied before the replacement. */
    preActions?: readonly LicenseGrant[];
  },
): Promise<void> {
  const { accountId, entries, preActions = [] } = change;
  await applyPreActions({ tx, org, now }, { accountId, preActions });
  await replaceTimeline(tx, org, { accountId, mode: 'ACTIVE', entries, now });
  await countTimelineChange(tx, org, accountId);
  await planSchedulesChanged(tx, org, { accountId, now });
}
