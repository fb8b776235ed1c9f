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
  summary: 'Associate an account with a price plan, or remove it, for a range of days',
  description:
    'Takes effect at once, including billing. A member of `pricePlanDetailsOverride` replaces that ' +
    'member of the plan for this account. Applies `preActions` first. Returns the schedules from today on.',
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
