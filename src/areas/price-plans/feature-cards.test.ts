import { beforeAll, describe, expect, it } from 'vitest';
import { type Client, useService } from '#test/running-app.ts';

const service = useService();
let client: Client;
let feature = '';
let plans = 0;

beforeAll(async () => {
  client = service.production;
  const sent = { name: 'Talk', billableName: 'Talk time', schemaAssociations: [] };
  feature = (await client.must.post('/features', sent)).id;
});

async function newPlan(terms: object = {}): Promise<string> {
  const plan = { name: `Plan ${++plans}`, type: 'BILLING', supportedCurrencies: ['USD'], ...terms };
  return (await client.must.post('/v2/price_plans', plan)).id;
}

const edit = (plan: string, ...cards: unknown[]) => {
  const operations = cards.map((rateCard) => ({ actionType: 'CREATE', rateCard }));
  return client.post(`/v2/price_plans/${plan}/rate_cards`, { operations });
};

const prices = {
  ratePlan: { pricingModel: 'TIERED', slabs: [{ order: 1, startAfter: 0, priceType: 'PER_UNIT' }] },
  rateValues: [{ currency: 'USD', slabRates: [{ order: 1, rate: 1 }] }],
};
const monthly = { effectiveUntil: 'P1M', featureCreditLimit: 100 };
const entitlement = (inner: object = {}, outer: object = {}) => ({
  ...{ billableId: feature, type: 'BILLING_ENTITLEMENT', invoiceTiming: 'IN_ADVANCE' },
  rateCardDetails: { billingEntitlementRateCard: { featureConfigs: [monthly], ...prices, ...inner } },
  ...outer,
});
const overage = (inner: object = {}, outer: object = {}) => ({
  ...{ billableId: feature, type: 'ENTITLEMENT_OVERAGE', invoiceTiming: 'IN_ARREARS' },
  rateCardDetails: { entitlementOverageRateCard: { ...prices, ...inner } },
  ...outer,
});

describe('cards of features', () => {
  it('200 with what is meant by silence, and named by what they bill', async () => {
    const plan = await newPlan();
    const { status, body } = await edit(plan, entitlement(), overage());
    expect(status).toBe(200);
    const shared = { displayName: 'Talk time', billableId: feature, currencies: ['USD'], pricePlanId: plan };
    expect(body.rateCards).toMatchObject([
      { ...shared, type: 'BILLING_ENTITLEMENT', invoiceTiming: 'IN_ADVANCE' },
      { ...shared, type: 'ENTITLEMENT_OVERAGE', invoiceTiming: 'IN_ARREARS' },
    ]);
    expect(body.rateCards.map((card: { rateCardDetails: object }) => card.rateCardDetails)).toEqual([
      {
        billingEntitlementRateCard: {
          ...{ name: `billing_entitlement_${feature}`.toLowerCase(), displayName: 'Talk time' },
          ...{ featureId: feature, invoiceTiming: 'IN_ADVANCE', ...prices },
          featureConfigs: [{ effectiveFrom: 'PT0S', ...monthly }],
          recurrenceConfig: { interval: 1, offset: 0 },
        },
      },
      {
        entitlementOverageRateCard: {
          ...{ name: `entitlement_overage_${feature}`.toLowerCase(), displayName: 'Talk time' },
          ...{ featureId: feature, ...prices, billingConfig: { interval: 1, startOffset: 0 } },
        },
      },
    ]);
  });

  it('200 with every member, every digit as it was sent', async () => {
    const featureConfigs = [
      { effectiveFrom: 'P7D', effectiveUntil: 'P14D', featureCreditLimit: 0.1 },
      { effectiveFrom: 'PT36H', effectiveUntil: 'P99Y', featureCreditLimit: 20_000 },
    ];
    const recurrenceConfig = { interval: 3, offset: 1 };
    const names = { name: 'talk', displayName: 'Minutes', tag: 'Voice', featureId: feature };
    const { body } = await edit(
      await newPlan(),
      entitlement({ ...names, featureConfigs, recurrenceConfig, invoiceTiming: 'IN_ADVANCE' }),
      overage({
        ...names,
        name: 'over',
        maxQuantity: 5000.5,
        billingConfig: { interval: 2, startOffset: 4 },
      }),
    );
    expect(body.rateCards).toMatchObject([
      {
        ...{ name: 'talk', displayName: 'Minutes', tag: 'Voice' },
        rateCardDetails: { billingEntitlementRateCard: { ...names, featureConfigs, recurrenceConfig } },
      },
      {
        name: 'over',
        rateCardDetails: {
          entitlementOverageRateCard: {
            ...{ maxQuantity: 5000.5, billingConfig: { interval: 2, startOffset: 4 } },
          },
        },
      },
    ]);
    const listed = await client.must.get(`/v2/price_plans/${body.rateCards[0].pricePlanId}/rate_cards`);
    expect(listed.data).toEqual(body.rateCards);
  });

  const at = 'operations[0].rateCard';
  const inEntitlement = `${at}.rateCardDetails.billingEntitlementRateCard`;
  const inOverage = `${at}.rateCardDetails.entitlementOverageRateCard`;
  const config = `${inEntitlement}.featureConfigs[0]`;
  const windows = (...members: object[]) =>
    entitlement({ featureConfigs: members.map((one) => ({ featureCreditLimit: 1, ...one })) });
  const many = (count: number) => Array.from({ length: count }, () => monthly);
  const slab = (order: number, startAfter: number) => ({ order, startAfter, priceType: 'FLAT' });

  it.each([
    [
      overage({}, { invoiceTiming: 'IN_ADVANCE' }),
      `${at}.invoiceTiming: an ENTITLEMENT_OVERAGE card is invoiced IN_ARREARS`,
    ],
    [
      overage({}, { invoiceTiming: 'PREPAID' }),
      `${at}.invoiceTiming: an ENTITLEMENT_OVERAGE card is invoiced IN_ARREARS`,
    ],
    [entitlement({ invoiceTiming: 'IN_ARREARS' }), /invoiceTiming: must be equal to invoiceTiming$/],
    [entitlement({ featureId: 'x' }), `${inEntitlement}.featureId: must be equal to billableId`],
    [overage({ featureId: 'x' }), `${inOverage}.featureId: must be equal to billableId`],
    [
      { ...entitlement(), rateCardDetails: overage().rateCardDetails },
      /a BILLING_ENTITLEMENT card must have exactly the member billingEntitlementRateCard$/,
    ],
    [overage({ invoiceTiming: 'IN_ARREARS' }), /^unknown field .+\.invoiceTiming$/],
    [windows(), `${inEntitlement}.featureConfigs: must have at least 1 entries`],
    [entitlement({ featureConfigs: many(61) }), /featureConfigs: must have at most 60 entries$/],
    [windows({}), `${config}.effectiveUntil: is required`],
    [windows({ effectiveUntil: '1 month' }), /effectiveUntil: must be an ISO 8601 duration, such as P1M/],
    [windows({ effectiveUntil: 'P1M-1D' }), `${config}.effectiveUntil: must not be negative`],
    [windows({ effectiveFrom: '-P1D', effectiveUntil: 'P1D' }), /effectiveFrom: must not be negative$/],
    [windows({ effectiveUntil: 'P0D' }), /effectiveUntil: must be later than effectiveFrom in every month$/],
    [windows({ effectiveFrom: 'P1M', effectiveUntil: 'P1M' }), /must be later than effectiveFrom/],
    // February has 28 days, so a window of the second kind would end as it begins.
    [windows({ effectiveFrom: 'P28D', effectiveUntil: 'P1M' }), /must be later than effectiveFrom/],
    [
      windows({ effectiveUntil: 'P1M', featureCreditLimit: -0.1 }),
      /featureConfigs\[0\]\..+: must be at least 0$/,
    ],
    [
      windows({ effectiveUntil: 'P1M', featureCreditLimit: '1' }),
      /featureConfigs\[0\]\..+: must be a number$/,
    ],
    [entitlement({ recurrenceConfig: { interval: 0 } }), /recurrenceConfig.interval: must be at least 1$/],
    [overage({ billingConfig: { interval: 1201 } }), /billingConfig.interval: must be at most 1200$/],
    [overage({ billingConfig: { startOffset: -1 } }), /billingConfig.startOffset: must be at least 0$/],
    [overage({ maxQuantity: -1 }), /maxQuantity: must be at least 0$/],
    [
      overage({ ratePlan: { pricingModel: 'TIERED', slabs: [slab(1, 5)] } }),
      `${inOverage}.ratePlan.slabs[0].startAfter: the first slab must start after 0`,
    ],
    [
      entitlement({ ratePlan: { pricingModel: 'TIERED', slabs: [slab(1, 0), slab(2, 10)] } }),
      `${inEntitlement}.rateValues[0].slabRates: must have exactly one rate for each slab order`,
    ],
    [
      entitlement({ rateValues: [{ currency: 'EUX', slabRates: [{ order: 1, rate: 1 }] }] }),
      `${inEntitlement}.rateValues[0].currency: EUX is not an ISO 4217 currency`,
    ],
  ])('400 for %j', async (card, message) => {
    const { status, body } = await edit(await newPlan(), { ...card, billableId: feature });
    expect([status, body.message]).toEqual([400, expect.stringMatching(toPattern(message))]);
  });

  it('200 at the borders', async () => {
    const cards = [
      entitlement({ featureConfigs: many(60), name: 'most' }),
      entitlement({ featureConfigs: [{ ...monthly, featureCreditLimit: 0 }], name: 'none' }),
      entitlement({ featureConfigs: [{ ...monthly, effectiveFrom: 'P27D' }], name: 'narrow' }),
      { ...entitlement({ name: 'ordered' }), invoiceTiming: 'PREPAID' },
      overage({ maxQuantity: 0, billingConfig: { interval: 1200, startOffset: 1200 } }),
    ];
    expect((await edit(await newPlan(), ...cards)).status).toBe(200);
  });

  it('404 for a feature that nobody has, also for one of another environment', async () => {
    const plan = await newPlan();
    const unknown = await edit(plan, entitlement({}, { billableId: 'feature.x' }));
    expect([unknown.status, unknown.body]).toEqual([404, { message: 'feature feature.x not found' }]);
    const sent = { name: 'Theirs', schemaAssociations: [] };
    const theirs = (await service.sandbox.must.post('/features', sent)).id;
    expect((await edit(plan, overage({}, { billableId: theirs }))).status).toBe(404);
  });
});

describe('the errors of a plan', () => {
  const cycle = { pricingCycleConfig: { interval: 'MONTHLY', gracePeriod: 0 } };
  async function errors(terms: object, ...cards: unknown[]): Promise<string[]> {
    const plan = await newPlan({ ...cycle, ...terms });
    expect((await edit(plan, ...cards)).status).toBe(200);
    const { data } = await client.must.get(`/v2/price_plans/${plan}/errors`);
    return data.map(({ entityId, errorMessage }: Record<string, string>) => `${entityId}: ${errorMessage}`);
  }
  const named = { name: 'a' };

  it('none for an entitlement and an overage card of one feature, in either timing', async () => {
    expect(await errors({}, entitlement(), overage())).toEqual([]);
    expect(await errors({}, entitlement({}, { invoiceTiming: 'IN_ARREARS' }))).toEqual([]);
  });

  it('two cards of one kind for one feature, and a currency without a price', async () => {
    expect(await errors({}, entitlement(named), entitlement({ name: 'b' }))).toEqual([
      `b: another rate card already prices ${feature}`,
    ]);
    expect(await errors({ supportedCurrencies: ['USD', 'EUR'] }, overage(named))).toEqual([
      'a: has no price in EUR',
    ]);
  });

  it('a plan with deferred revenue, and one that is bought once', async () => {
    expect(await errors({ deferredRevenue: true }, entitlement(named), overage({ name: 'b' }))).toEqual([
      'a: a plan with deferred revenue cannot have a BILLING_ENTITLEMENT card',
      'b: a plan with deferred revenue cannot have a ENTITLEMENT_OVERAGE card',
    ]);
    const purchase = { type: 'PURCHASE', pricingCycleConfig: undefined };
    expect(await errors(purchase, entitlement(named), overage({ name: 'b' }))).toEqual([
      'b: a PURCHASE plan cannot have a ENTITLEMENT_OVERAGE card',
    ]);
  });
});

function toPattern(message: string | RegExp): RegExp {
  if (message instanceof RegExp) return message;
  return new RegExp(`^${message.replace(/[.[\]]/g, '\\$&')}$`);
}
