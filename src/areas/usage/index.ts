export { listUsageBuckets } from './list-usage-buckets.ts';
export { rebuildCycleUsage } from './rebuild-cycle-usage.ts';
export {
  classOf,
  EVENT_CLASSES,
  EVENT_STATUSES,
  type EventClass,
  type EventStatus,
  statusesOf,
} from './statuses.ts';
export { countEvents, type EventCount, type EventGroup, type UsageBucket } from './store/buckets.ts';
export { countUnprocessedEvents, sumMeterUsage } from './store/totals.ts';
export { type MeterUsage, readCycleUsage, sumUsage } from './store/usage.ts';
