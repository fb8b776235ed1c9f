import { accountArchived, accountInDraft, accountNotFound, lockOpenAccount } from '#areas/accounts/index.ts';
import { PRE_ACTION_PROBLEMS, readPreActions } from '#areas/licenses/index.ts';
import { planArchived } from '#areas/price-plans/index.ts';
import { operation } from '#platform/http/operation.ts';
import { newId } from '#platform/ids.ts';
import { describeSchedules } from '../describe-schedules.ts';
import {
  dateRefused,
  draftStale,
  noDraftSchedules,
  planCurrencyMissing,
  scheduleHasErrors,
} from '../problems.ts';
import { readTimelines, requireFresh } from '../read-timelines.ts';
import { replaceLiveTimeline } from '../replace-live-timeline.ts';
import { requireRatable } from '../require-ratable.ts';
import { checkDates, endingAfter } from '../rules.ts';
import { AccountParams, FinalizeAccountSchedules, SchedulePage } from '../schema.ts';
import { deleteDraft } from '../store/drafts.ts';
import { deleteTimeline, listTimeline, type PlannedSchedule } from '../store/schedules.ts';
import { isLive, joinNeighbours } from '../timeline.ts';

export const finalizeSchedules = operation({
  id: 'finalizeSchedules',
  method: 'POST',
  route: '/v2/accounts/{account_id}/finalize_schedules',
  scope: 'plans:write',
  summary: 'Make the draft schedules of an account live',
  description:
    'Checks the date rules again for the current day, then applies the pre-actions. ' +
    'Returns all live schedules from today on.',
  request: { params: AccountParams, body: FinalizeAccountSchedules, isBodyOptional: true },
  response: { status: 200, body: SchedulePage },
  problems: [
    ...[accountNotFound, accountArchived, accountInDraft, noDraftSchedules, draftStale],
    ...[dateRefused, planArchived, planCurrencyMissing, scheduleHasErrors, ...PRE_ACTION_PROBLEMS],
  ],
  async handle({ tx, org, now }, { params, body }) {
    const preActions = readPreActions(body?.preActions);
    const account = await lockOpenAccount(tx, org, params.account_id);
    const accountId = account.id;
    const timelines = await readTimelines(tx, org, { account, now });
    const { draft, draftRow, dates } = timelines;
    if (!draftRow) throw noDraftSchedules({ id: accountId });
    if (account.status === 'DRAFT') throw accountInDraft({ id: accountId });
    requireFresh(timelines, accountId);
    for (const [index, range] of draftRow.editedRanges.entries())
      checkDates(range, `edit ${index + 1} of the draft`, dates);
    const { live: former } = timelines;
    const context = { tx, org, now };
    await requireRatable(context, { account, schedules: draft, live: former });
    const tomorrow = dates.today.add({ days: 1 });
    const isMerged = body?.mergeSchedules ?? draftRow.mergeSchedules;
    const priced = draft.map((entry) => withIdOfItsPrices(entry, former, now));
    const entries = isMerged ? joinNeighbours(priced, tomorrow) : priced;
    await deleteTimeline(tx, org, { accountId, mode: 'DRAFT' });
    await deleteDraft(tx, org, accountId);
    await replaceLiveTimeline(context, { accountId, entries, preActions });
    const live = await listTimeline(tx, org, { accountId, mode: 'ACTIVE' });
    const shown = endingAfter(live, dates.today);
    return { data: await describeSchedules(context, shown), nextToken: null };
  },
});

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
