import type { ExampleRequest } from '../example-requests.ts';
import type { World } from '../example-world.ts';
import { CONTENT } from './invoice-templates.ts';

const slabs = [
  { order: 1, startAfter: 0, priceType: 'PACKAGE', slabConfig: { packageSize: '10' } },
  { order: 2, startAfter: 100, priceType: 'PER_UNIT' },
];
const bounds = { minimumRate: '1', maximumRate: '500' };
const prices = {
  ratePlan: { pricingModel: 'TIERED', slabs },
  rateValues: [
    {
      ...{ currency: 'USD', rateConfig: bounds },
      slabRates: [
        { order: 1, rate: 1.5, slabRateConfig: bounds },
        { order: 2, rate: 0.1 },
      ],
    },
  ],
};
const card = (name: string, { details, ...terms }: { type: string; billable?: string; details: object }) => ({
  ...{ name, ...terms, displayName: name, invoiceTiming: 'IN_ARREARS', tag: 'copied', details },
});
const fees = [{ currency: 'USD', rate: 20 }];
const recurrenceConfig = { interval: 1, offset: 0 };

const RATE_CARDS = [
  card('calls', {
    type: 'USAGE',
    billable: 'copied meter',
    details: { usageRateCard: { ...prices, maximumQuantity: 1000 } },
  }),
  card('money', {
    type: 'USAGE',
    billable: 'copied sum',
    details: {
      usageRateCard: {
        priceMeter: 'copied sum',
        ratePlan: { pricingModel: 'TIERED', slabs: [{ order: 1, startAfter: 0, priceType: 'DYNAMIC' }] },
        rateValues: [{ currency: 'USD', slabRates: [{ order: 1, rate: 1 }] }],
      },
    },
  }),
  card('fee', {
    type: 'FIXED_FEE',
    billable: 'copied fee',
    details: {
      fixedFeeRateCard: { type: 'RECURRING', recurrenceConfig, rateValues: fees, enableProration: true },
    },
  }),
  card('seats', {
    type: 'LICENSE',
    billable: 'copied seat',
    details: {
      licenseRateCard: {
        ...{
          ...prices,
          type: 'LICENSE',
          usageCycle: 'MONTHLY',
          enableProration: true,
          proratedRefundMode: 'NONE',
        },
        config: { maxQuantity: 10, maxQuantityBreachAction: 'DO_NOTHING' },
      },
    },
  }),
  card('units', {
    type: 'BILLING_ENTITLEMENT',
    billable: 'copied feature',
    details: {
      billingEntitlementRateCard: {
        ...{ ...prices, recurrenceConfig },
        featureConfigs: [{ effectiveFrom: 'PT0S', effectiveUntil: 'P1M', featureCreditLimit: 10 }],
      },
    },
  }),
  card('over', {
    type: 'ENTITLEMENT_OVERAGE',
    billable: 'copied feature',
    details: {
      entitlementOverageRateCard: {
        ...{ ...prices, maxQuantity: 50, billingConfig: { interval: 1, startOffset: 0 } },
      },
    },
  }),
  card('grant', {
    type: 'CREDIT_GRANT',
    billable: 'copied grant',
    details: {
      creditGrantRateCard: {
        ...{ type: 'RECURRING', recurrenceConfig },
        grantDetails: {
          ...{ priority: 1, expiryType: 'CUSTOM', expiryDuration: 'P30D' },
          applicableTo: [{ type: 'USAGE_METER', name: 'copied meter' }],
        },
        rateDetails: {
          pricingModel: 'TIERED',
          currencySlabRateDetails: [
            {
              ...{ currency: 'USD', creditAmount: 5, rateConfig: bounds },
              slabDetails: [{ startAfter: 0, priceType: 'PER_UNIT', rate: 1, slabRateConfig: bounds }],
            },
          ],
        },
      },
    },
  }),
  card('least', { type: 'MINIMUM_COMMITMENT', details: { minimumCommitmentRateCard: { rateValues: fees } } }),
];

/** A resource of every type, none of which the example world has. */
const CONFIGURATION = {
  formatVersion: 1,
  eventSchemas: [
    {
      ...{ name: 'copied', status: 'ACTIVE', description: 'A copy' },
      attributes: [{ name: 'amount', defaultUnit: 'kg' }],
      dimensions: [{ name: 'city' }],
      enrichments: {
        dependencies: [{ type: 'SETTING', key: 'setting.USER.zone', name: 'zone' }],
        fields: [{ name: 'double', type: 'ATTRIBUTE', enrichmentType: 'VALUE', value: '2', order: 1 }],
      },
      ...{
        filterFields: ['city'],
        eventIdTemplate: '{{accountId}}:{{dimensions.city}}',
        eventLevelRevenue: true,
      },
    },
  ],
  features: [
    {
      ...{ name: 'copied feature', billableName: 'Copied' },
      schemaAssociations: [{ schemaName: 'copied', attributeName: 'amount' }],
    },
  ],
  usageMeters: ['copied meter', 'copied sum'].map((name) => ({
    ...{ name, status: 'ACTIVE', type: 'COUNTER', aggregation: 'SUM', eventSchemaName: 'copied' },
    ...{
      billableName: name.toUpperCase(),
      description: 'A copy',
      filters: [{ field: 'city', value: 'Oslo' }],
    },
    computations: [{ id: 'a', order: 1, matcher: 'true', computation: '{"var":"attribute.amount"}' }],
  })),
  addOns: [
    { name: 'copied fee', type: 'FIXED_FEE', billableName: 'Copied fee' },
    { name: 'copied seat', type: 'LICENSE' },
    { name: 'copied grant', type: 'CREDIT_GRANT' },
  ],
  invoiceTemplates: [{ name: 'copied template', hasLogo: true, content: CONTENT }],
  pricePlans: [
    {
      ...{ name: 'copied plan', description: 'A copy', type: 'BILLING', status: 'ACTIVE' },
      pricingCycleConfig: {
        ...{ interval: 'MONTHLY', gracePeriod: 0, anniversaryCycle: false },
        startOffset: { dayOffset: '1', monthOffset: 'NIL' },
      },
      ...{ supportedCurrencies: ['USD'], deferredRevenue: false, allowOngoingCycleUpdates: true },
      rateCards: RATE_CARDS,
      pricingRules: [
        {
          ...{ name: 'Allowance', order: 1, invoiceTiming: 'IN_ARREARS' },
          condition: '{">":[{"var":"usage.urc.{copied meter}"},75]}',
          computation: '{"-":[{"var":"usage.urc.{copied meter}"},75]}',
          action: { type: 'UPDATE', target: 'usage.urc.{copied meter}', description: '75 are free' },
        },
      ],
    },
  ],
  settings: [
    {
      ...{ entityType: 'PRICE_PLAN', entity: 'copied plan', namespace: 'USER', id: 'colour' },
      ...{ name: 'Colour', value: 'red', dataType: 'STRING' },
    },
  ],
};

export const configurationExamples: Record<string, (world: World) => ExampleRequest> = {
  importConfiguration: () => ({ body: { configuration: CONFIGURATION, dryRun: false } }),
};
