import { accountArchived, accountInDraft, accountNotFound, lockOpenAccount } from '#areas/accounts/index.ts';
import { operation } from '#platform/http/operation.ts';
import {
  dateRefused,
  draftStale,
  noDraftSchedules,
  planCurrencyMissing,
  preActionsRefused,
} from '../problems.ts';
import { readTimelines, requireFresh } from '../read-timelines.ts';
import { replaceLiveTimeline } from '../replace-live-timeline.ts';
import { requireCurrencies } from '../require-currencies.ts';
import { checkDates, describeSchedule, endingAfter } from '../rules.ts';
import { AccountParams, FinalizeAccountSchedules, SchedulePage } from '../schema.ts';
import { deleteDraft } from '../store/drafts.ts';
import { deleteTimeline, listTimeline } from '../store/schedules.ts';
import { joinNeighbours } from '../timeline.ts';

export const finalizeSchedules = operation({
  id: 'finalizeSchedules',
  method: 'POST',
  route: '/v2/accounts/{account_id}/finalize_schedules',
  scope: 'plans:write',
  summary: 'Make the draft schedules of an account live',
  description:
    'The date rules are checked again with the day of now. ' +
    'Answers the live schedules from today on; the list is complete.',
  request: { params: AccountParams, body: FinalizeAccountSchedules, isBodyOptional: true },
  response: { status: 200, body: SchedulePage },
  problems: [
    ...[accountNotFound, accountArchived, accountInDraft, noDraftSchedules, draftStale],
    ...[dateRefused, planCurrencyMissing, preActionsRefused],
  ],
  async handle({ tx, org, now }, { params, body }) {
    if (body?.preActions?.length) throw preActionsRefused();
    const account = await lockOpenAccount(tx, org, params.account_id);
    const accountId = account.id;
    const timelines = await readTimelines(tx, org, { account, now });
    const { draft, draftRow, dates } = timelines;
    if (!draftRow) throw noDraftSchedules({ id: accountId });
    if (account.status === 'DRAFT') throw accountInDraft({ id: accountId });
    requireFresh(timelines, accountId);
    for (const [index, range] of draftRow.editedRanges.entries())
      checkDates(range, `edit ${index + 1} of the draft`, dates);
    requireCurrencies(draft, { live: timelines.live, currency: account.invoiceCurrency });
    const tomorrow = dates.today.add({ days: 1 });
    const isMerged = body?.mergeSchedules ?? draftRow.mergeSchedules;
    const entries = isMerged ? joinNeighbours(draft, tomorrow) : draft;
    await deleteTimeline(tx, org, { accountId, mode: 'DRAFT' });
    await deleteDraft(tx, org, accountId);
    await replaceLiveTimeline({ tx, org, now }, { accountId, entries });
    const live = await listTimeline(tx, org, { accountId, mode: 'ACTIVE' });
    return { data: endingAfter(live, dates.today).map(describeSchedule), nextToken: null };
  },
});
