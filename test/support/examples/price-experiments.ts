import type { ExampleRequest } from '../example-requests.ts';
import type { World } from '../example-world.ts';
import { catalogOf, planDetails } from './price-plans-v1.ts';

const day = (n: number) => `2030-01-${String(n).padStart(2, '0')}T00:00:00Z`;

/** Every member of every config; the modes select those in use. */
function everyConfig({ ids }: World) {
  const mode = 'CUSTOM';
  const { account_id: accountId, license_id: licenseId, feature_id: featureId } = ids;
  const lookupRange = { start: day(1), end: day(31), accountId };
  const lookupCycle = { cycleEffectiveOn: day(2), accountId };
  const lookups = { mode, lookupRange, lookupCycle };
  return {
    currencyConfig: { mode, currency: 'USD', accountId },
    pricePlanDetailsConfig: {
      ...{ mode, pricePlanId: ids.price_plan_id, accountId },
      pricePlanDetails: {
        ...planDetails(catalogOf(ids)),
        ...{ deferredRevenue: false, allow_ongoing_cycle_updates: true },
      },
      ...{ effectiveOn: day(3), pricingCycleOrdinal: 2 },
    },
    usageConfig: { ...lookups, usageMap: { [ids.usage_meter_id ?? '']: 1500.5 } },
    licenseEntriesConfig: { ...lookups, custom: [{ licenseId, quantity: 5, effectiveFrom: day(1) }] },
    namedLicenseEntriesConfig: {
      ...lookups,
      custom: [{ licenseId, name: 7, effectiveFrom: day(1), effectiveUntil: day(20) }],
    },
    prorationConfig: {
      mode,
      customConfig: { cycleStartDate: day(1), cycleEndDate: '2030-02-01T00:00:00Z', currentDate: day(15) },
      lookupCycleConfig: { currentDateTime: day(10), cycleEffectiveOn: day(2), accountId },
    },
    entitlementOverageConfig: {
      mode,
      custom: [{ featureId, quantity: 6200 }],
      lookupCycle: { billingCycleEndDate: '2030-02-01T00:00:00Z', accountId },
    },
  };
}

/** Inputs that are read from an account; the example above sends its inputs. */
function looked({ ids }: World) {
  const { account_id: accountId, price_plan_id: pricePlanId } = ids;
  const mode = 'LOOKUP_CYCLE';
  const lookups = { mode, lookupCycle: { cycleEffectiveOn: day(2), accountId } };
  return {
    currencyConfig: { mode: 'ACCOUNT_INVOICE', accountId },
    pricePlanDetailsConfig: {
      ...{ mode: 'PRICE_PLAN', pricePlanId, effectiveOn: day(3), pricingCycleOrdinal: 2 },
    },
    usageConfig: lookups,
    licenseEntriesConfig: lookups,
    namedLicenseEntriesConfig: lookups,
    prorationConfig: {
      ...{ mode, lookupCycleConfig: { currentDateTime: day(10), cycleEffectiveOn: day(2), accountId } },
    },
    entitlementOverageConfig: {
      ...{ mode, lookupCycle: { billingCycleEndDate: '2030-02-01T00:00:00Z', accountId } },
    },
  };
}

export const priceExperimentExamples: Record<string, (world: World) => ExampleRequest> = {
  calculateRevenue: (world) => ({ body: everyConfig(world) }),
  calculateRevenueV2: (world) => ({ body: looked(world) }),
  comparePlans: ({ ids }) => ({
    body: {
      accountIds: [ids.account_id],
      base: { mode: 'ACCOUNT' },
      candidate: { mode: 'PRICE_PLAN', pricePlanId: ids.price_plan_id, version: 1 },
      period: {
        mode: 'LOOKUP_CYCLE',
        lookupCycle: { cycleEffectiveOn: [day(2)] },
        lookupRange: { start: day(1), end: day(31) },
      },
    },
  }),
};
