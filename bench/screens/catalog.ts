import type { Post } from '../billed-accounts.ts';

/** The models that meters count; any other one is a new value, which no meter accepts. */
export const MODELS = ['large', 'medium', 'small'] as const;
const ATTRIBUTES = ['tokens_in', 'tokens_out', 'seconds'] as const;

/** Two schemas, seven meters, two fees, and three plans that price them; the ids of the plans. */
export async function makeCatalog(post: Post): Promise<string[]> {
  const cards: object[] = [];
  await post('/event_schema', {
    ...{ name: 'inference', attributes: ATTRIBUTES.map((name) => ({ name })) },
    ...{ dimensions: ['model', 'region'].map((name) => ({ name })), filterFields: ['model', 'region'] },
  });
  await post('/event_schema/inference/activate');
  for (const model of MODELS)
    for (const attribute of ['tokens_in', 'tokens_out'])
      cards.push(
        usageCard(await makeMeter(post, { schema: 'inference', attribute, model }), `${model} ${attribute}`),
      );
  await post('/event_schema', {
    ...{ name: 'storage', attributes: [{ name: 'gb_hours' }], dimensions: [{ name: 'region' }] },
  });
  await post('/event_schema/storage/activate');
  cards.push(usageCard(await makeMeter(post, { schema: 'storage', attribute: 'gb_hours' }), 'storage'));
  for (const name of ['base', 'support']) {
    const { id } = await post('/addons', { name, type: 'FIXED_FEE' });
    cards.push(feeCard(id, name));
  }
  const plans: string[] = [];
  for (const name of ['Starter', 'Growth', 'Enterprise']) plans.push(await publishPlan(post, name, cards));
  return plans;
}

async function makeMeter(
  post: Post,
  { schema, attribute, model }: { schema: string; attribute: string; model?: string },
): Promise<string> {
  const { id } = await post('/usage_meters', {
    ...{ name: model ? `${model} ${attribute}` : attribute, type: 'COUNTER', aggregation: 'SUM' },
    ...{ eventSchemaName: schema, filters: model ? [{ field: 'model', value: model }] : [] },
    computations: [{ order: 1, computation: JSON.stringify({ var: `attributes.${attribute}` }) }],
  });
  await post(`/usage_meters/${id}/activate`);
  return id;
}

const TIERS = [
  { order: 1, startAfter: 0, rate: 0.01 },
  { order: 2, startAfter: 1000, rate: 0.008 },
  { order: 3, startAfter: 20000, rate: 0.005 },
];

function usageCard(billableId: string, rateCardName: string): object {
  const slabs = TIERS.map(({ order, startAfter }) => ({ order, startAfter, priceType: 'PER_UNIT' }));
  const rateValues = [{ currency: 'USD', slabRates: TIERS.map(({ order, rate }) => ({ order, rate })) }];
  const usageRateCard = { ratePlan: { pricingModel: 'TIERED', slabs }, rateValues };
  const card = { billableId, type: 'USAGE', invoiceTiming: 'IN_ARREARS', rateCardDetails: { usageRateCard } };
  return { actionType: 'CREATE', rateCardName, rateCard: card };
}

function feeCard(billableId: string, rateCardName: string): object {
  const fixedFeeRateCard = { rateValues: [{ currency: 'USD', rate: 19.99 }], enableProration: true };
  const rateCardDetails = { fixedFeeRateCard };
  const card = { billableId, type: 'FIXED_FEE', invoiceTiming: 'IN_ARREARS', rateCardDetails };
  return { actionType: 'CREATE', rateCardName, rateCard: card };
}

async function publishPlan(post: Post, name: string, operations: readonly object[]): Promise<string> {
  const { id } = await post('/v2/price_plans', {
    ...{ name, type: 'BILLING', supportedCurrencies: ['USD'] },
    pricingCycleConfig: { interval: 'MONTHLY', startOffset: { dayOffset: '1' }, gracePeriod: 1 },
  });
  await post(`/v2/price_plans/${id}/rate_cards`, { operations });
  await post(`/v2/price_plans/${id}/finalize`);
  return id;
}
