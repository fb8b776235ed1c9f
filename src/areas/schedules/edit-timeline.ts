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
  /** The whole live timeline after the edits, in day order. */
  schedules: PlannedSchedule[];
  /** The current local day in the zone of the timeline. */
  today: Temporal.PlainDate;
}

/**
 * Edits the live timeline of an account directly, all edits or, by throwing, none; for operations without a
 * draft, and for jobs. It makes a draft timeline of the account stale. How to call it:
 *
 * - `account` comes from `lockOpenAccount`, whose lock serializes all changes of the account's timelines.
 * - An edit has `mode`, `from` and `until` (local days, half-open; null is forever), its position in the
 *   request (`path` and `termsPath`, empty for the body itself), and for ASSOCIATE its `terms`: `planId` (and
 *   `planVersion`, else the newest active one) or `scheduleId`, a `cycleOverride` that `readCycleConfig` has
 *   checked, `retainStartOffsets`, `overrideCards` and `overrideRules` (of `readPricingRules`), which replace
 *   the whole list of the plan version.
 * - A dry run makes the same checks, returns the same and writes nothing; only ids of new schedules differ.
 *
 * An operation that calls it declares `EDIT_PROBLEMS`, and `PRE_ACTION_PROBLEMS` if it has pre-actions.
 */
export function editTimeline(
  context: EditContext,
  work: {
    account: AccountRow;
    edits: readonly TimelineEdit[];
    isDryRun?: boolean;
    /** Merges equal future neighbors. */
    mergeSchedules?: boolean;
    /** From `readPreActions`; applied before the change. */
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
