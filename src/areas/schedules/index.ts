export { cycleOf, nextCycleOf, type ScheduleCycle } from './cycles.ts';
export { listScheduleCards } from './list-schedule-cards.ts';
export { SCHEDULES_CHANGED } from './plan-schedules-changed.ts';
export { findSchedule, listSchedules, type ScheduleRow } from './store/schedules.ts';
