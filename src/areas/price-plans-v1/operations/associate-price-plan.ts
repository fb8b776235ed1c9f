import { accountArchived, accountInDraft, accountNotFound } from '#areas/accounts/index.ts';
import { PRE_ACTION_PROBLEMS } from '#areas/licenses/index.ts';
import { cycleConfigInvalid } from '#areas/price-plans/index.ts';
import { EDIT_PROBLEMS, UpdatePricingScheduleResponse } from '#areas/schedules/index.ts';
import { SUPERSEDED } from '#platform/http/deprecation.ts';
import { operation } from '#platform/http/operation.ts';
import { editAccountTimeline } from '../edit-account-timeline.ts';
import { associationInvalid, CONTENT_PROBLEMS } from '../problems.ts';
import { AccountParams, UpdatePricingScheduleRequestWithActions } from '../schedule-schema.ts';

export const associatePricePlan = operation({
  id: 'associatePricePlan',
  method: 'POST',
  route: '/accounts/{account_id}/price_plans',
  scope: 'plans:write',
  summary: 'Put an account on a price plan, or take it off, for some days',
  description:
    'Live at once, and billing follows. A member of `pricePlanDetailsOverride` takes the place of that ' +
    'member of the plan for this account. `preActions` are done before. Answers the schedules from today on.',
  deprecated: { ...SUPERSEDED, successor: 'POST /v2/accounts/{account_id}/edit_schedules' },
  request: { params: AccountParams, body: UpdatePricingScheduleRequestWithActions },
  response: { status: 200, body: UpdatePricingScheduleResponse },
  problems: [
    ...[accountNotFound, accountArchived, accountInDraft, associationInvalid, cycleConfigInvalid],
    ...[...EDIT_PROBLEMS, ...CONTENT_PROBLEMS, ...PRE_ACTION_PROBLEMS],
  ],
  handle(context, { params, body: { preActions, ...edit } }) {
    const accountId = params.account_id;
    return editAccountTimeline(context, { accountId, edits: [edit], pathOf: () => '', preActions });
  },
});
