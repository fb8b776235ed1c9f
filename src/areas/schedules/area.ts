import './tables.ts';
import type { Area } from '#platform/http/area.ts';
import { discardSchedules } from './operations/discard-schedules.ts';
import { editAccountSchedules } from './operations/edit-account-schedules.ts';
import { finalizeSchedules } from './operations/finalize-schedules.ts';
import { listAccountSchedules } from './operations/list-account-schedules.ts';
import { listScheduleErrors } from './operations/list-schedule-errors.ts';
import { listScheduleRateCards } from './operations/list-schedule-rate-cards.ts';

export const schedules: Area = {
  name: 'schedules',
  operations: [
    editAccountSchedules,
    listAccountSchedules,
    finalizeSchedules,
    discardSchedules,
    listScheduleRateCards,
    listScheduleErrors,
  ],
};
