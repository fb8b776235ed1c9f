import { type AccountRow, lockOpenAccount } from '#areas/accounts/index.ts';
import { copyRateCards } from '#areas/price-plans/index.ts';
import { copyPricingRules } from '#areas/pricing-rules/index.ts';
import type { Context } from '#platform/http/operation.ts';
import { newId } from '#platform/ids.ts';
import { pricesRefused, scheduleNotFound, scheduleNotInDraft, timelineTooLong } from './problems.ts';
import { readTimelines, requireFresh } from './read-timelines.ts';
import { type EditedRange, findDateProblem, MAX_SCHEDULES, readRange } from './rules.ts';
import { type DraftRow, saveDraft } from './store/drafts.ts';
import { isReferenceShared, setOverride } from './store/overrides.ts';
import { findPlannedSchedule, type PlannedSchedule } from './store/schedules.ts';
import { covers } from './timeline.ts';

/** A draft schedule whose own cards and rules can be changed. */
export interface OpenedOverride {
  account: AccountRow;
  schedule: PlannedSchedule;
  referenceId: string;
}

/**
 * Gives a draft schedule prices of its own: copies the schedule's current prices to a new reference, unless
 * this schedule alone uses its reference already. It never modifies a reference of a live schedule, a plan
 * version or another part of the draft. Changing prices edits all days of the schedule, so the date rules
 * apply to them, now and on finalization.
 */
export async function openOverride(
  { tx, org, now }: Pick<Context, 'tx' | 'org' | 'now'>,
  scheduleId: string,
): Promise<OpenedOverride> {
  const { accountId } = await getDraftSchedule({ tx, org }, scheduleId);
  const account = await lockOpenAccount(tx, org, accountId);
  const timelines = await readTimelines(tx, org, { account, now });
  const schedule = timelines.draft.find(({ id }) => id === scheduleId);
  const { draftRow } = timelines;
  if (!schedule || !draftRow) throw scheduleNotFound({ id: scheduleId });
  requireFresh(timelines, accountId);
  const { startDate, endDate } = schedule;
  const range = {
    mode: 'ASSOCIATE' as const,
    from: startDate.toString(),
    until: endDate?.toString() ?? null,
  };
  const rule = findDateProblem(range, timelines.dates);
  if (rule) throw pricesRefused({ id: scheduleId, rule });
  await saveDraft(tx, org, { accountId, ...withRange(draftRow, range), now });
  const { overrideReferenceId: own, planReferenceId } = schedule;
  if (own !== null && !(await isReferenceShared(tx, org, { referenceId: own, scheduleId })))
    return { account, schedule, referenceId: own };
  const copy = { from: own ?? planReferenceId, to: newId('ovr', now), now };
  await copyRateCards(tx, org, copy);
  await copyPricingRules(tx, org, copy);
  await setOverride(tx, org, { scheduleId, referenceId: copy.to, now });
  const overridden = { ...schedule, overrideReferenceId: copy.to, isOverridden: true };
  return { account, schedule: overridden, referenceId: copy.to };
}

async function getDraftSchedule(
  { tx, org }: Pick<Context, 'tx' | 'org'>,
  id: string,
): Promise<PlannedSchedule> {
  const draft = await findPlannedSchedule(tx, org, { id, mode: 'DRAFT' });
  if (draft) return draft;
  const live = await findPlannedSchedule(tx, org, { id, mode: 'ACTIVE' });
  throw live ? scheduleNotInDraft({ id, accountId: live.accountId }) : scheduleNotFound({ id });
}

/** Days that an edit has already associated are checked with that edit. */
function withRange(draft: DraftRow, range: EditedRange): DraftRow {
  const { editedRanges } = draft;
  const isKnown = editedRanges.some(
    (each) => each.mode === 'ASSOCIATE' && covers(readRange(each), readRange(range)),
  );
  if (isKnown) return draft;
  if (editedRanges.length >= MAX_SCHEDULES) throw timelineTooLong({ limit: MAX_SCHEDULES });
  return { ...draft, editedRanges: [...editedRanges, range] };
}
