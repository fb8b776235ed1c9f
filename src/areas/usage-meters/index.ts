export {
  type CompiledMeter,
  compileMeter,
  evaluateMeter,
  type MeterFields,
  type MeterResult,
} from './evaluate-meter.ts';
export { usageMeterNotFound } from './problems.ts';
export { findUsageMeter, listActiveMeters, listUsageMeters, type UsageMeterRow } from './store.ts';
