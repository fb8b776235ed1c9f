import { Type } from 'typebox';
import { describeRule, PricingRulePage } from '#areas/pricing-rules/index.ts';
import { operation } from '#platform/http/operation.ts';
import { Enum } from '#platform/http/schemas.ts';
import { listScheduleRules } from '../list-schedule-prices.ts';
import { scheduleNotFound } from '../problems.ts';
import { ScheduleParams } from '../schema.ts';
import { findPlannedSchedule, MODES } from '../store/schedules.ts';

export const listSchedulePricingRules = operation({
  id: 'listSchedulePricingRules',
  method: 'GET',
  route: '/v2/schedules/{schedule_id}/pricing_rules',
  scope: 'plans:read',
  summary: 'List the pricing rules of a live or draft schedule',
  description: 'In-advance rules first, each timing in evaluation order. The list is complete.',
  request: { params: ScheduleParams, query: Type.Object({ mode: Enum(MODES) }) },
  response: { status: 200, body: PricingRulePage },
  problems: [scheduleNotFound],
  async handle({ tx, org }, { params, query }) {
    const id = params.schedule_id;
    const schedule = await findPlannedSchedule(tx, org, { id, mode: query.mode });
    if (!schedule) throw scheduleNotFound({ id });
    return { data: (await listScheduleRules(tx, org, schedule)).map(describeRule) };
  },
});
