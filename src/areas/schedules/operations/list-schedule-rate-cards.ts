import { listRateCardPage, RateCardPage } from '#areas/price-plans/index.ts';
import { operation } from '#platform/http/operation.ts';
import { describeScheduleCard } from '../describe-schedules.ts';
import { scheduleNotFound } from '../problems.ts';
import { readMode } from '../rules.ts';
import { ScheduleParams } from '../schema.ts';
import { findPlannedSchedule, scheduleCardList } from '../store/schedules.ts';

export const listScheduleRateCards = operation({
  id: 'listScheduleRateCards',
  method: 'GET',
  route: '/v2/schedules/{schedule_id}/rate_cards',
  scope: 'plans:read',
  portal: { mode: 'READ' },
  summary: 'List the rate cards of a live or draft schedule',
  description: '`mode` is required. Returns the cards of the plan version, or the overrides.',
  request: { params: ScheduleParams },
  response: { status: 200, body: RateCardPage },
  problems: [scheduleNotFound],
  list: scheduleCardList,
  async handle({ tx, org }, { params, page }) {
    const mode = readMode(page.filters.mode);
    const schedule = await findPlannedSchedule(tx, org, { id: params.schedule_id, mode });
    if (!schedule) throw scheduleNotFound({ id: params.schedule_id });
    const referenceId = schedule.overrideReferenceId ?? schedule.planReferenceId;
    const { rows, nextToken } = await listRateCardPage(tx, org, { referenceId, page });
    return { data: rows.map((row) => describeScheduleCard(row, schedule)), nextToken };
  },
});
