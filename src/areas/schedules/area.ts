import './tables.ts';
import type { Area } from '#platform/http/area.ts';
import { discardSchedules } from './operations/discard-schedules.ts';
import { editAccountSchedules } from './operations/edit-account-schedules.ts';
import { editScheduleRateCards } from './operations/edit-schedule-rate-cards.ts';
import { finalizeSchedules } from './operations/finalize-schedules.ts';
import { getScheduleDraft } from './operations/get-schedule-draft.ts';
import { listAccountSchedules } from './operations/list-account-schedules.ts';
import { listPricingScheduleRules } from './operations/list-pricing-schedule-rules.ts';
import { listScheduleErrors } from './operations/list-schedule-errors.ts';
import { listSchedulePricingRules } from './operations/list-schedule-pricing-rules.ts';
import { listScheduleRateCards } from './operations/list-schedule-rate-cards.ts';
import { updateSchedulePricingRules } from './operations/update-schedule-pricing-rules.ts';

export const schedules: Area = {
  name: 'schedules',
  title: 'Schedules',
  operations: [
    editAccountSchedules,
    listAccountSchedules,
    getScheduleDraft,
    finalizeSchedules,
    discardSchedules,
    listScheduleRateCards,
    editScheduleRateCards,
    listSchedulePricingRules,
    updateSchedulePricingRules,
    listPricingScheduleRules,
    listScheduleErrors,
  ],
};
