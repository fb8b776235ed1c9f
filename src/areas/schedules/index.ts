export type { TimelineEdit } from './apply-edits.ts';
export { cycleOf, nextCycleOf, type ScheduleCycle } from './cycles.ts';
export { describePlanOverrides } from './describe-schedules.ts';
export { type EditContext, type EditedTimeline, editTimeline } from './edit-timeline.ts';
export { type Chains, lastOfChain, readChains } from './find-chain-end.ts';
export {
  listChainSales,
  listManyChainSales,
  NOTHING_SOLD,
  pairCards,
  type SoldBefore,
} from './list-chain-sales.ts';
export {
  listManyMinimumsBefore,
  listMinimumsBefore,
  type MinimumsBefore,
  NO_MINIMUMS,
} from './list-minimums-before.ts';
export { listScheduleCards, readSchedulePrices } from './list-schedule-prices.ts';
export { makeDraftLive } from './make-draft-live.ts';
export type { NewCard } from './overrides.ts';
export { SCHEDULES_CHANGED } from './plan-schedules-changed.ts';
export { DRAFT_PROBLEMS, EDIT_PROBLEMS } from './problems.ts';
export { replaceLiveTimeline } from './replace-live-timeline.ts';
export { endingAfter } from './rules.ts';
export { UpdatePricingScheduleResponse } from './schema.ts';
export {
  findSchedule,
  listSchedules,
  type PlannedSchedule,
  type ScheduleRow,
  selectPlanned,
} from './store/schedules.ts';
