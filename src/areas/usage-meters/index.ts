export { type DimensionTest, dimensionTestsOf } from './dimension-tests.ts';
export {
  type CompiledMeter,
  compileMeter,
  evaluateMeter,
  type MeterFields,
  type MeterResult,
} from './evaluate-meter.ts';
export { explainRejection } from './explain-rejection.ts';
export { activateUsageMeter } from './operations/activate-usage-meter.ts';
export { createUsageMeter } from './operations/create-usage-meter.ts';
export { deactivateUsageMeter } from './operations/deactivate-usage-meter.ts';
export { updateUsageMeter } from './operations/update-usage-meter.ts';
export { usageMeterNotFound } from './problems.ts';
export { type Metering, readMetering } from './read-metering.ts';
export { CreateUsageMeterRequest, UsageMeter } from './schema.ts';
export {
  findUsageMeter,
  findUsageMeterNamed,
  listActiveMeters,
  listOpenUsageMeters,
  listUsageMeters,
  type UsageMeterRow,
} from './store/meters.ts';
