export { findPlanErrors } from './find-plan-errors.ts';
export { cycleConfigInvalid, planNotFound } from './problems.ts';
export {
  type EntitlementRate,
  type FixedFeeRate,
  type OverageRate,
  readEntitlement,
  readFixedFee,
  readOverage,
  readRecurrence,
  readUsageRate,
  type UsageRate,
} from './read-rates.ts';
export { describeRateCard, readCycleConfig } from './rules.ts';
export {
  PricingCycleConfig,
  RateCardPage,
  ValidatedEntityError,
  ValidatedEntityErrorPage,
} from './schema.ts';
export { listRateCardPage, listRateCards, type RateCardRow, rateCardList } from './store/rate-cards.ts';
export { findPlanVersion, type PlanVersion } from './store/versions.ts';
