export { AMOUNTS_OF_CYCLES, BILLS_OF_EVENTS } from './billing.ts';
export { ingestAlone } from './ingestion/ingest-alone.ts';
export { LATE_USAGE, LATE_USAGE_RANK } from './late-usage.ts';
export { type CycleHealth, listCycleHealth } from './list-cycle-health.ts';
export { type CycleUsage, listRunningUsage, type RunningUsage } from './list-running-usage.ts';
export { growsByHours, listUsageAt } from './list-usage-at.ts';
export { listUsageBuckets, type UsageBucket } from './list-usage-buckets.ts';
export { NEW_VALUES } from './note-new-values.ts';
export { readEvents } from './read-events.ts';
export { rebuildCycleUsage } from './rebuild-cycle-usage.ts';
export { Event } from './schema.ts';
export { codeOf as eventStatusCode } from './status-codes.ts';
export {
  classOf,
  EVENT_STATUSES,
  type EventStatus,
  STATUS_GROUPS,
  statusesOf,
} from './statuses.ts';
export type { UsageOwner } from './store/buckets.ts';
export { eraseContexts } from './store/erased-contexts.ts';
export { countEvents, type EventCount, type EventGroup } from './store/event-counts.ts';
export { listEventIds } from './store/events.ts';
export { listOpenLateUsage, listSettledLateUsage, settleLateUsage } from './store/late-usage.ts';
export { findFirstUsage } from './store/meter-hours.ts';
export {
  countReceivedEvents,
  countReceivedEventsBetween,
  findReason,
  type ReceivedRange,
} from './store/received-events.ts';
export { type CountedSchema, listCountedSchemas } from './store/schema-versions.ts';
export { sumMeterUsage } from './sum-meter-usage.ts';
export {
  listCycleUsage,
  type MeterUsage,
  readCycleUsage,
  sumUsage,
  type UsageCycle,
  type UsageTotals,
} from './sum-usage.ts';
export { listNewValues } from './uncovered-values.ts';
