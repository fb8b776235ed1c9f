import { type AccountRow, accountInDraft } from '#areas/accounts/index.ts';
import type { LicenseGrant } from '#areas/licenses/index.ts';
import type { Context } from '#platform/http/operation.ts';
import { applyEdits, type TimelineEdit } from './apply-edits.ts';
import type { NewOverride } from './overrides.ts';
import { planEntries } from './plan-entries.ts';
import { readTimelines, settingOf } from './read-timelines.ts';
import { replaceLiveTimeline } from './replace-live-timeline.ts';
import { requireRatable } from './require-ratable.ts';
import type { PlannedSchedule } from './store/schedules.ts';
import { joinNeighbours } from './timeline.ts';

export type EditContext = Pick<Context, 'tx' | 'org' | 'now'>;

export interface EditedTimeline {
  /** The whole live timeline as the edits leave it, in order of days. */
  schedules: PlannedSchedule[];
  /** The local day of now in the zone of the timeline. */
  today: Temporal.PlainDate;
  /** What the edits made; a dry run has stored none of them. */
  overrides: readonly NewOverride[];
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
 * An operation that calls it declares `EDIT_PROBLEMS`, and `LICENSE_PROBLEMS` when it has pre-actions.
 */
export async function editTimeline(
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
  const { tx, org, now } = context;
  const { account, edits, isDryRun = false, mergeSchedules = false, preActions = [] } = work;
  if (account.status === 'DRAFT') throw accountInDraft({ id: account.id });
  const timelines = await readTimelines(tx, org, { account, now });
  const { today } = timelines.dates;
  const start = { timeline: timelines.live, ranges: [] };
  const edited = await applyEdits(tx, org, { start, edits, setting: settingOf(timelines, account) });
  const { timeline, overrides } = edited;
  const entries = mergeSchedules ? joinNeighbours(timeline, today.add({ days: 1 })) : timeline;
  const schedules = await planEntries(tx, org, { accountId: account.id, entries });
  await requireRatable(context, { account, schedules, live: timelines.live, overrides });
  const change = { accountId: account.id, entries, overrides, preActions };
  if (!isDryRun) await replaceLiveTimeline(context, change);
  return { schedules, today, overrides };
}
