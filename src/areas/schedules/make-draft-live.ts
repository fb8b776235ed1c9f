import { type AccountRow, accountInDraft } from '#areas/accounts/index.ts';
import type { LicenseGrant } from '#areas/licenses/index.ts';
import type { Context } from '#platform/http/operation.ts';
import { newId } from '#platform/ids.ts';
import { noDraftSchedules } from './problems.ts';
import { readTimelines, requireFresh } from './read-timelines.ts';
import { replaceLiveTimeline } from './replace-live-timeline.ts';
import { requireRatable } from './require-ratable.ts';
import { checkDates } from './rules.ts';
import { deleteDraft } from './store/drafts.ts';
import { deleteTimeline, type PlannedSchedule } from './store/schedules.ts';
import { isLive, joinNeighbours } from './timeline.ts';

/**
 * Replaces the live timeline of an account by its draft, after it has checked the date rules for the current
 * day. The account comes from `lockOpenAccount`. Returns the current local day in the zone of the timeline.
 */
export async function makeDraftLive(
  context: Pick<Context, 'tx' | 'org' | 'now'>,
  { account, ...terms }: { account: AccountRow; mergeSchedules?: boolean; preActions?: LicenseGrant[] },
): Promise<Temporal.PlainDate> {
  const { tx, org, now } = context;
  const accountId = account.id;
  const timelines = await readTimelines(tx, org, { account, now });
  const { draft, draftRow, dates, live: former } = timelines;
  if (!draftRow) throw noDraftSchedules({ id: accountId });
  if (account.status === 'DRAFT') throw accountInDraft({ id: accountId });
  requireFresh(timelines, accountId);
  for (const [index, range] of draftRow.editedRanges.entries())
    checkDates(range, `edit ${index + 1} of the draft`, dates);
  await requireRatable(context, { account, schedules: draft, live: former });
  const tomorrow = dates.today.add({ days: 1 });
  const isMerged = terms.mergeSchedules ?? draftRow.mergeSchedules;
  const priced = draft.map((entry) => withIdOfItsPrices(entry, former, now));
  const entries = isMerged ? joinNeighbours(priced, tomorrow) : priced;
  await deleteTimeline(tx, org, { accountId, mode: 'DRAFT' });
  await deleteDraft(tx, org, accountId);
  await replaceLiveTimeline(context, { accountId, entries, preActions: terms.preActions ?? [] });
  return dates.today;
}

/**
 * An id identifies prices, too (decision 0030): a live schedule whose prices the draft changed continues
 * under a new id, so that scheduled work and grants for the former prices end with the former id.
 */
function withIdOfItsPrices(
  entry: PlannedSchedule,
  former: readonly PlannedSchedule[],
  now: Temporal.Instant,
): PlannedSchedule {
  const isRenamed = !isLive(entry, former) && former.some(({ id }) => id === entry.id);
  return isRenamed ? { ...entry, id: newId('sch', now) } : entry;
}
