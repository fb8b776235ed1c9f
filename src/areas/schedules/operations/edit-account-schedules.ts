import { Type } from 'typebox';
import { accountArchived, accountNotFound, lockOpenAccount } from '#areas/accounts/index.ts';
import { cycleConfigInvalid } from '#areas/price-plans/index.ts';
import { operation } from '#platform/http/operation.ts';
import { applyEdits } from '../apply-edits.ts';
import { describePlanOverrides } from '../describe-schedules.ts';
import { dropOverrides } from '../overrides.ts';
import { draftStale, EDIT_PROBLEMS } from '../problems.ts';
import { readEdits } from '../read-edits.ts';
import { readTimelines, requireFresh, settingOf } from '../read-timelines.ts';
import { endingAfter } from '../rules.ts';
import { AccountParams, EditAccountScheduleRequest, UpdatePricingScheduleResponse } from '../schema.ts';
import { saveDraft } from '../store/drafts.ts';
import { listTimeline, replaceTimeline } from '../store/schedules.ts';

export const editAccountSchedules = operation({
  id: 'editAccountSchedules',
  method: 'POST',
  route: '/v2/accounts/{account_id}/edit_schedules',
  scope: 'plans:write',
  summary: 'Edit the draft schedules of an account',
  description:
    'Edits create or continue a draft of the whole timeline; nothing is live until it is finalized. ' +
    'Applies all edits or none. Returns the draft from today on.',
  request: {
    params: AccountParams,
    query: Type.Object({
      discard: Type.Optional(Type.Boolean({ description: 'Discards an existing draft before editing' })),
    }),
    body: EditAccountScheduleRequest,
  },
  response: { status: 200, body: UpdatePricingScheduleResponse },
  problems: [accountNotFound, accountArchived, cycleConfigInvalid, draftStale, ...EDIT_PROBLEMS],
  async handle({ tx, org, now }, { params, query, body }) {
    // The account lock serializes all changes of its timelines.
    const account = await lockOpenAccount(tx, org, params.account_id);
    const accountId = account.id;
    const timelines = await readTimelines(tx, org, { account, now });
    const { live, draft, draftRow, version, dates } = timelines;
    const isContinued = draftRow !== null && !query.discard;
    if (isContinued) requireFresh(timelines, accountId);
    const start = isContinued
      ? { timeline: draft, ranges: draftRow.editedRanges }
      : { timeline: live, ranges: [] };
    const setting = settingOf(timelines, account);
    const { timeline, ranges } = await applyEdits(tx, org, { start, edits: readEdits(body.edits), setting });
    await replaceTimeline(tx, org, { accountId, mode: 'DRAFT', entries: timeline, now });
    const mergeSchedules =
      (isContinued && draftRow.mergeSchedules) || body.edits.some((edit) => edit.mergeSchedules);
    await saveDraft(tx, org, { accountId, basedOn: version, editedRanges: ranges, mergeSchedules, now });
    const made = await listTimeline(tx, org, { accountId, mode: 'DRAFT' });
    await dropOverrides(tx, org, { live, draft });
    const shown = endingAfter(made, firstShown(dates.today, body.edits));
    return {
      accountId,
      accountName: account.name,
      pricingSchedules: await describePlanOverrides({ tx, org }, shown),
    };
  },
});

/** Today, or the first edited day if that is earlier. */
function firstShown(today: Temporal.PlainDate, edits: readonly { effectiveFrom: Temporal.PlainDate }[]) {
  const days = [today, ...edits.map(({ effectiveFrom }) => effectiveFrom)];
  return days.toSorted(Temporal.PlainDate.compare)[0] ?? today;
}
