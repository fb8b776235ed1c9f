export { applyCardOperations, type CardChanges, type CardDraft } from './apply-card-operations.ts';
export { type BuiltCard, buildRateCard, checkCardCount, generatedName } from './build-rate-card.ts';
export {
  BillingEntitlementRateCard,
  CreditGrantRateCard,
  CurrencySlabRateDetail,
  EntitlementOverageRateCard,
  FixedFeeRateCard,
  LicenseRateCard,
  MinimumCommitment,
  RateCardDetails,
  type StoredDetails,
  UsageRateCard,
} from './card-details-schema.ts';
export { cardTypeOf, type InvoiceTiming, RATE_CARD_TYPES, type RateCardType } from './card-types.ts';
export { checkRateCard } from './check-rate-card.ts';
export { createMigrationJob, listMigratedAccounts, MIGRATE_ACCOUNT } from './create-migration-job.ts';
export { checkPlanQuota, insertDraftPlan, readPlanTerms } from './create-plan.ts';
export { CARD_PROBLEMS, editRateCards } from './edit-rate-cards.ts';
export { type Billable, billableKey, findBillables, getBillables } from './find-billables.ts';
export { type CheckedCards, findCardErrors } from './find-card-errors.ts';
export { findPlanErrors } from './find-plan-errors.ts';
export { grantedFor, requireEntities } from './find-unknown-entities.ts';
export { findVersionErrors, type VersionTerms } from './find-version-errors.ts';
export { lockOpenPlan } from './lock-open-plan.ts';
export {
  MIGRATION_MODES,
  type MigrationTerms,
  readTerms as readMigrationTerms,
} from './migration-terms.ts';
export { openDraft } from './open-draft.ts';
export { createPricePlanV2 } from './operations/create-price-plan-v2.ts';
export { editPricePlanRateCards } from './operations/edit-price-plan-rate-cards.ts';
export { finalizePricePlan } from './operations/finalize-price-plan.ts';
export { updatePricePlanPricingRules } from './operations/update-price-plan-pricing-rules.ts';
export { updatePricePlanV2 } from './operations/update-price-plan-v2.ts';
export { checkMigration, planMigration, type RequestedMigration } from './plan-migration.ts';
export { CardBounds, Currency, MAX_CARDS, MAX_CURRENCIES, Rate, slabRates } from './price-schema.ts';
export {
  addOnNotFound,
  currencyUnknown,
  cycleConfigInvalid,
  entityNotFound,
  migrationModeNotAllowed,
  planArchived,
  planNameTaken,
  planNotFound,
  planVersionNotFound,
  purchasePlanHasNoCycle,
  rateCardInvalid,
  rateCardNameTaken,
  rateCardNotFound,
  tooManyRateCards,
} from './problems.ts';
export {
  BulkRateCardOperationsRequest,
  BulkRateCardOperationsResponse,
  RateCard,
  RateCardData,
  RateCardOperation,
} from './rate-card-schema.ts';
export {
  type CreditGrantRate,
  type LicenseRate,
  readCreditGrant,
  readLicense,
  readMinimumCommitment,
  type UsageCycleInterval,
} from './read-granting-rates.ts';
export type { UsageRate } from './read-prices.ts';
export {
  type EntitlementRate,
  type FixedFeeRate,
  meterIdsOf,
  type OverageRate,
  readCardMinimum,
  readEntitlement,
  readFixedFee,
  readOverage,
  readPriceMeterId,
  readRecurrence,
  readUsageRate,
  type UsageCardRate,
} from './read-rates.ts';
export {
  checkCurrencies,
  describeRateCard,
  pricedCurrencies,
  readCycleConfig,
} from './rules.ts';
export {
  CreatePricePlanV2Request,
  MigrationMode,
  PLAN_TYPES,
  PricingCycleConfig,
  RateCardPage,
  supportedCurrencies,
  ValidatedEntityError,
  ValidatedEntityErrorPage,
  VersionsToMigrate,
} from './schema.ts';
export {
  archivePlan,
  findPlanNamed,
  keepPlans,
  listPlans,
  lockPlan,
  type PlanRow,
  planList,
} from './store/plans.ts';
export {
  copyRateCards,
  deleteRateCards,
  listManyRateCards,
  listRateCardPage,
  listRateCards,
  type RateCardRow,
  rateCardList,
  saveRateCards,
} from './store/rate-cards.ts';
export {
  findPlanVersion,
  findVersionOfReference,
  insertVersion,
  isInForce,
  listVersionsInForce,
  type PlanVersion,
  selectVersions,
  updateVersion,
  type VersionChoice,
} from './store/versions.ts';
export { toStoredDetails } from './store-details.ts';
