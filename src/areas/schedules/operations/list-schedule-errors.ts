import { ValidatedEntityErrorPage } from '#areas/price-plans/index.ts';
import { operation } from '#platform/http/operation.ts';
import { findScheduleErrors } from '../find-schedule-errors.ts';
import { scheduleNotFound } from '../problems.ts';
import { ScheduleParams } from '../schema.ts';
import { findPlannedSchedule } from '../store/schedules.ts';

export const listScheduleErrors = operation({
  id: 'listScheduleErrors',
  method: 'GET',
  route: '/v2/schedules/{schedule_id}/errors',
  scope: 'plans:read',
  summary: 'List the errors of a schedule',
  description:
    'For a draft schedule, includes problems that would prevent finalization now. ' +
    'The list is complete; there are no further pages.',
  request: { params: ScheduleParams },
  response: { status: 200, body: ValidatedEntityErrorPage },
  problems: [scheduleNotFound],
  async handle({ tx, org, now }, { params }) {
    const id = params.schedule_id;
    const draft = await findPlannedSchedule(tx, org, { id, mode: 'DRAFT' });
    const schedule = draft ?? (await findPlannedSchedule(tx, org, { id, mode: 'ACTIVE' }));
    if (!schedule) throw scheduleNotFound({ id });
    return {
      data: await findScheduleErrors(tx, org, { schedule, isDraft: draft !== null, now }),
      nextToken: null,
    };
  },
});
