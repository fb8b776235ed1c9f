import { accountArchived, accountInDraft, accountNotFound, lockOpenAccount } from '#areas/accounts/index.ts';
import { PRE_ACTION_PROBLEMS, readPreActions } from '#areas/licenses/index.ts';
import { operation } from '#platform/http/operation.ts';
import { describeSchedules } from '../describe-schedules.ts';
import { makeDraftLive } from '../make-draft-live.ts';
import { DRAFT_PROBLEMS } from '../problems.ts';
import { endingAfter } from '../rules.ts';
import { AccountParams, FinalizeAccountSchedules, SchedulePage } from '../schema.ts';
import { listTimeline } from '../store/schedules.ts';

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
    ...[accountNotFound, accountArchived, accountInDraft],
    ...[...DRAFT_PROBLEMS, ...PRE_ACTION_PROBLEMS],
  ],
  async handle({ tx, org, now }, { params, body }) {
    const preActions = readPreActions(body?.preActions);
    const { mergeSchedules } = body ?? {};
    const account = await lockOpenAccount(tx, org, params.account_id);
    const context = { tx, org, now };
    const today = await makeDraftLive(context, {
      ...{ account, preActions },
      ...(mergeSchedules !== undefined && { mergeSchedules }),
    });
    const live = await listTimeline(tx, org, { accountId: account.id, mode: 'ACTIVE' });
    return { data: await describeSchedules(context, endingAfter(live, today)), nextToken: null };
  },
});
