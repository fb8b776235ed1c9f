import { sellFee, sellMeteredFeature, sellUsage } from '../billing-scenario.ts';
import type { ExampleRequest } from '../example-requests.ts';
import type { World } from '../example-world.ts';
import type { Client } from '../running-app.ts';

/** Billables of a plan, by kind. */
export interface Catalog {
  meter: string;
  fee: string;
  license: string;
  grant: string;
  feature: string;
}

const slabs = [
  { order: 1, startAfter: 0, priceType: 'PACKAGE', slabConfig: { packageSize: '100' } },
  { order: 2, startAfter: 1000, priceType: 'PER_UNIT' },
];
const ratePlan = { pricingModel: 'TIERED', slabs };
const slabRates = [
  { order: 1, rate: 7.5, slabRateConfig: { minimumRate: '1', maximumRate: '100' } },
  { order: 2, rate: 0.25 },
];
const prices = (currencies: string[]) => ({
  ratePlan,
  rateValues: currencies.map((currency) => ({ currency, slabRates, rateConfig: { minimumRate: '5' } })),
});
const recurrenceConfig = { interval: 2, offset: 1 };
export const monthly = {
  interval: 'MONTHLY',
  startOffset: { dayOffset: '1', monthOffset: 'NIL' },
  gracePeriod: 0,
};
export const rule = (more: object = {}) => ({
  ...{ name: 'Discount', order: 1, invoiceTiming: 'IN_ARREARS' },
  condition: '{">":[{"var":"revenue.rate_card_total"},100]}',
  computation: '{"*":[{"var":"revenue.rate_card_total"},0.1]}',
  action: { type: 'ADD', id: 'discount', description: 'Ten percent', metadata: { type: 'DISCOUNT' } },
  ...more,
});

/** A card of every type, each with every possible member. */
export function planDetails({ meter, fee, license, grant, feature }: Catalog, currencies = ['USD']) {
  const named = (name: string) => ({ name, displayName: `The ${name}`, tag: 'all' });
  const flat = (rate: number) => currencies.map((currency) => ({ currency, rate }));
  const timing = { invoiceTiming: 'IN_ADVANCE' };
  const slabDetails = [{ startAfter: 0, priceType: 'FLAT', rate: 10, slabRateConfig: { minimumRate: '1' } }];
  return {
    pricingCycleConfig: monthly,
    supportedCurrencies: currencies,
    usageRateCards: [{ usageMeterId: meter, ...named('calls'), ...prices(currencies) }],
    fixedFeeRateCards: [
      {
        ...{
          id: fee,
          ...named('base'),
          ...timing,
          type: 'RECURRING',
          enableProration: true,
          proratedRefundMode: 'PAYMENT',
          recurrenceConfig,
        },
        rateValues: flat(12.5),
      },
    ],
    licenseRateCards: [
      {
        ...{ id: license, ...named('seats'), ...timing, type: 'LICENSE', usageCycle: 'WEEKLY' },
        ...{ enableProration: true, config: { maxQuantity: 10, maxQuantityBreachAction: 'DO_NOTHING' } },
        ...{ ...prices(currencies), proratedRefundMode: 'CREDITS' },
      },
    ],
    billingEntitlementRateCards: [
      {
        ...{ featureId: feature, ...named('talk'), ...timing, ...prices(currencies), recurrenceConfig },
        featureConfigs: [{ effectiveFrom: 'P7D', effectiveUntil: 'P1M', featureCreditLimit: 100 }],
      },
    ],
    entitlementOverageRateCards: [
      {
        ...{ featureId: feature, ...named('more talk'), maxQuantity: 500, ...prices(currencies) },
        billingConfig: { interval: 2, startOffset: 1 },
      },
    ],
    creditGrantRateCards: [
      {
        ...{ id: grant, ...named('credit'), ...timing, type: 'RECURRING', recurrenceConfig },
        grantDetails: {
          ...{ priority: 1, expiryType: 'CUSTOM', expiryDuration: 'P1M', applicableEntityIds: [meter] },
        },
        rateDetails: {
          pricingModel: 'VOLUME',
          currencySlabRateDetails: currencies.map((currency) => ({
            ...{ currency, creditAmount: 100, slabDetails, rateConfig: { maximumRate: '100' } },
          })),
        },
      },
    ],
    minimumCommitment: { displayName: 'At least', rateValues: flat(1000), includeAdvanceFees: true },
  };
}

export const pricePlanV1Examples: Record<string, (world: World) => ExampleRequest> = {
  createPricePlan: ({ ids }) => ({
    body: {
      ...{ name: 'Whole plan', description: 'Every card', type: 'BILLING', pricingRules: [rule()] },
      pricePlanDetails: {
        ...planDetails(catalogOf(ids)),
        ...{ deferredRevenue: false, allow_ongoing_cycle_updates: true },
      },
    },
  }),
  updatePricePlan: ({ ids }) => ({
    body: {
      ...{ description: 'Changed', migrationMode: 'NONE', versionsToMigrate: 'LATEST_VERSION' },
      ...{ pricePlanDetails: planDetails(catalogOf(ids)), pricingRules: [rule()] },
    },
  }),
  archivePricePlan: (world) => ({ prepare: () => createDraft(world) }),
  archivePricePlanV2: (world) => ({ prepare: () => createDraft(world) }),
  activatePricePlan: (world) => ({ prepare: () => createDraft(world), body: { currencies: ['USD'] } }),
  addPricePlanCurrency: (world) => ({
    prepare: () => createDraft(world),
    body: euroRates(catalogOf(world.ids)),
  }),
  removePricePlanCurrency: (world) => ({
    prepare: async () => {
      await createDraft(world);
      await world.client.must.post(
        `/price_plans/${world.ids.price_plan_id}/currencies`,
        euroRates(catalogOf(world.ids)),
      );
    },
  }),
  associatePricePlan: ({ ids }) => {
    const config = { licenseId: ids.license_id, updateType: 'RELATIVE', quantity: '1' };
    return { body: { ...scheduleEdit(ids), preActions: [{ type: 'GRANT_LICENSE', config }] } };
  },
  editPricingSchedules: ({ ids }) => ({ body: { edits: [scheduleEdit(ids)] } }),
};

function scheduleEdit(ids: World['ids']) {
  const { pricingCycleConfig, supportedCurrencies, usageRateCards } = planDetails(catalogOf(ids));
  return {
    ...{ mode: 'ASSOCIATE', pricePlanId: ids.price_plan_id },
    ...{ effectiveFrom: '2030-03-01', effectiveUntil: '9999-01-01', retainStartOffsets: false },
    pricePlanDetailsOverride: { pricingCycleConfig, supportedCurrencies, usageRateCards },
    pricingRulesOverride: [rule()],
  };
}

/** One billable of every type. */
export async function sellCatalog(client: Client): Promise<Catalog> {
  const sell = async (type: string) => (await client.must.post('/addons', { name: type, type })).id;
  return {
    meter: await sellUsage(client, 'calls'),
    fee: await sellFee(client, 'Base'),
    license: await sell('LICENSE'),
    grant: await sell('CREDIT_GRANT'),
    feature: await sellMeteredFeature(client, 'Talk'),
  };
}

/** An add-on of the only kind that the world otherwise lacks. */
export async function sellGrant(client: Client): Promise<Record<string, string>> {
  const { id } = await client.must.post('/addons', { name: 'Credit of plans', type: 'CREDIT_GRANT' });
  return { grant_id: id };
}

async function createDraft({ client, ids }: World): Promise<void> {
  const plan = { name: 'Draft of the first', pricePlanDetails: planDetails(catalogOf(ids)) };
  ids.price_plan_id = (await client.must.post('/price_plans', plan)).id;
}

/** A price in euros for every card of `planDetails`. */
export function euroRates({ meter, fee, license, grant, feature }: Catalog) {
  const rates = { slabRates, rateConfig: { minimumRate: '5' } };
  const slabDetails = [{ startAfter: 0, priceType: 'FLAT', rate: 9 }];
  return {
    currency: 'EUR',
    usageRates: [{ usageMeterId: meter, ...rates }],
    fixedFeeRates: [{ id: fee, rate: 11.5 }],
    licenseRates: [{ id: license, ...rates }],
    billingEntitlementRates: [{ id: feature, ...rates }],
    minimumCommitmentRate: 900,
    creditGrantRates: [{ id: grant, creditAmount: 90, slabDetails, rateConfig: { maximumRate: '90' } }],
    entitlementOverageRates: [{ id: feature, ...rates }],
  };
}

export function catalogOf(ids: World['ids']): Catalog {
  const { usage_meter_id: meter = '', addon_id: fee = '', feature_id: feature = '' } = ids;
  return { meter, fee, feature, license: ids.license_id ?? '', grant: ids.grant_id ?? '' };
}
