import { type AccountRow, accountInDraft } from '#areas/accounts/index.ts';
import type { LicenseGrant } from '#areas/licenses/index.ts';
import { runDry } from '#platform/db/dry-run.ts';
import type { Context } from '#platform/http/operation.ts';
import { applyEdits, type TimelineEdit } from './apply-edits.ts';
import { readTimelines, settingOf } from './read-timelines.ts';
import { replaceLiveTimeline } from './replace-live-timeline.ts';
import { requireRatable } from './require-ratable.ts';
import { listTimeline, type PlannedSchedule } from './store/schedules.ts';
import { joinNeighbours } from './timeline.ts';

export type EditContext = Pick<Context, 'tx' | 'org' | 'now'>;

export interface EditedTimeline {
  /** The whole live timeline as the edits leave it, in order of days. */
  schedules: PlannedSchedule[];
  /** The local day of now in the zone of the timeline. */
  today: Temporal.PlainDate;
}

/**
 * Edits the live timeline of an account at once, all edits or, by throwing, none; for operations without a
 * draft, and for jobs. A draft timeline of the account is stale afterwards. How to call it:
 *
 * - `account` comes from `lockOpenAccount`: the lock puts every change of its timelines in one line.
 * - An edit has `mode`, `from` and `until` (local days, half-open; null is forever), where it stands in the
 *   request (`path` and `termsPath`, empty for the body itself), and to ASSOCIATE its `terms`: `planId` (and
 *   `planVersion`, else the newest active one) or `scheduleId`, a `cycleOverride` that `readCycleConfig` has
 *   checked, `retainStartOffsets`, `overrideCards` and `overrideRules` (of `readPricingRules`), which replace
 *   the whole list of the plan version.
 * - A dry run checks and answers the same and writes nothing; only the ids of new schedules differ.
 *
 * An operation that calls it declares `EDIT_PROBLEMS`, and `PRE_ACTION_PROBLEMS` when it has pre-actions.
 */
export function editTimeline(
  context: EditContext,
  work: {
    account: AccountRow;
    edits: readonly TimelineEdit[];
    isDryRun?: boolean;
    /** Joins future neighbours of equal terms. */
    mergeSchedules?: boolean;
    /** Of `readPreActions`; done before the change. */
    preActions?: readonly LicenseGrant[];
  },
): Promise<EditedTimeline> {
  const edit = () => editLive(context, work);
  return work.isDryRun ? runDry(context.tx, edit) : edit();
}

async function editLive(
  context: EditContext,
  work: Omit<Parameters<typeof editTimeline>[1], 'isDryRun'>,
): Promise<EditedTimeline> {
  const { tx, org, now } = context;
  const { account, edits, mergeSchedules = false, preActions = [] } = work;
  const accountId = account.id;
  if (account.status === 'DRAFT') throw accountInDraft({ id: accountId });
  const timelines = await readTimelines(tx, org, { account, now });
  const { live, dates } = timelines;
  const start = { timeline: live, ranges: [] };
  const { timeline } = await applyEdits(tx, org, { start, edits, setting: settingOf(timelines, account) });
  const entries = mergeSchedules ? joinNeighbours(timeline, dates.today.add({ days: 1 })) : timeline;
  await replaceLiveTimeline(context, { accountId, entries, preActions });
  const schedules = await listTimeline(tx, org, { accountId, mode: 'ACTIVE' });
  await requireRatable(context, { account, schedules, live });
  return { schedules, today: dates.today };
}
