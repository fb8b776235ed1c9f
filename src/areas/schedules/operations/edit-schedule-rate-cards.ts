import { accountArchived, accountNotFound } from '#areas/accounts/index.ts';
import {
  BulkRateCardOperationsRequest,
  BulkRateCardOperationsResponse,
  CARD_PROBLEMS,
  editRateCards,
} from '#areas/price-plans/index.ts';
import { operation } from '#platform/http/operation.ts';
import { describeScheduleCard } from '../describe-schedules.ts';
import { openOverride } from '../open-override.ts';
import { OVERRIDE_PROBLEMS } from '../problems.ts';
import { ScheduleParams } from '../schema.ts';

export const editScheduleRateCards = operation({
  id: 'editScheduleRateCards',
  method: 'POST',
  route: '/v2/schedules/{schedule_id}/rate_cards',
  scope: 'plans:write',
  summary: 'Create, update and delete rate cards of a draft schedule',
  description:
    'Applies all operations or none. The first request gives the schedule its own cards and rules, from ' +
    'its plan version; the plan and other schedules keep theirs. Operations identify cards by name. ' +
    'Returns the created or changed cards, in the order of the operations.',
  request: { params: ScheduleParams, body: BulkRateCardOperationsRequest },
  response: { status: 200, body: BulkRateCardOperationsResponse },
  problems: [accountNotFound, accountArchived, ...OVERRIDE_PROBLEMS, ...CARD_PROBLEMS],
  async handle({ tx, org, now }, { params, body }) {
    const { schedule, referenceId } = await openOverride({ tx, org, now }, params.schedule_id);
    const { planId } = schedule;
    const change = { referenceId, planId, planType: 'BILLING' as const, operations: body.operations, now };
    const saved = await editRateCards(tx, org, change);
    return { rateCards: saved.map((card) => describeScheduleCard(card, schedule)) };
  },
});
