import { type Decimal, decimal, decimalText, ZERO } from '#core/decimal.ts';
import type { Api } from '../api.ts';
import type { PlanName } from './accounts.ts';

/** What Nimbus AI sells: tokens of three models, images, GPU time, and three plans. */

export const MODELS = ['mini', 'pro', 'max'] as const;
export const TOKENS = ['input', 'output', 'cached'] as const;
export type Model = (typeof MODELS)[number];

/** USD for a million tokens: input, output, cached. */
const PER_MILLION: Record<Model, readonly [string, string, string]> = {
  mini: ['0.4', '1.6', '0.1'],
  pro: ['3', '15', '0.3'],
  max: ['12', '60', '1.2'],
};
const USD_PER_IMAGE = decimal('0.04');
const USD_PER_GPU_SECOND = decimal('0.00115');
/** Tokens of a month after which the next ones cost a fifth less, on Pro. */
const DISCOUNT_AFTER = 20_000_000;
const FREE_TOKENS = 1_000_000;

export interface Catalog {
  /** Ids by name: `mini input`, …, `images`, `gpu`. */
  meters: Record<string, string>;
  plans: Record<PlanName, string>;
}

export async function createCatalog(call: Api['call']): Promise<Catalog> {
  await createSchema(call, 'completion', {
    attributes: TOKENS.map((name) => `${name}_tokens`),
    dimensions: ['model', 'region'],
  });
  await createSchema(call, 'image', { attributes: ['images'], dimensions: ['size'] });
  await createSchema(call, 'gpu_job', { attributes: ['seconds'], dimensions: ['gpu'] });
  const meters: Record<string, string> = {};
  for (const model of MODELS)
    for (const kind of TOKENS)
      meters[`${model} ${kind}`] = await createMeter(call, {
        ...{ name: `${model} ${kind} tokens`, schema: 'completion', attribute: `${kind}_tokens` },
        unit: 'tokens',
        billableName: `Nimbus ${model}, ${kind} tokens`,
        matcher: { '==': [{ var: 'dimensions.model' }, `nimbus-${model}`] },
      });
  meters.images = await createMeter(call, {
    name: 'images',
    schema: 'image',
    attribute: 'images',
    unit: 'images',
  });
  meters.gpu = await createMeter(call, {
    name: 'GPU seconds',
    schema: 'gpu_job',
    attribute: 'seconds',
    unit: 's',
  });
  return { meters, plans: await createPlans(call, meters) };
}

async function createSchema(
  call: Api['call'],
  name: string,
  { attributes, dimensions }: { attributes: string[]; dimensions: string[] },
): Promise<void> {
  const named = (names: string[]) => names.map((each) => ({ name: each }));
  await call('POST', '/event_schema', {
    ...{ name, attributes: named(attributes), dimensions: named(dimensions), filterFields: dimensions },
  });
  await call('POST', `/event_schema/${name}/activate`);
}

interface MeterFacts {
  name: string;
  schema: string;
  attribute: string;
  unit: string;
  billableName?: string;
  matcher?: object;
}

async function createMeter(
  call: Api['call'],
  { name, schema, attribute, unit, matcher, billableName }: MeterFacts,
): Promise<string> {
  const computation = JSON.stringify({ var: `attributes.${attribute}` });
  const { id } = await call('POST', '/usage_meters', {
    ...{ name, type: 'COUNTER', aggregation: 'SUM', eventSchemaName: schema, unit },
    ...(billableName && { billableName }),
    computations: [{ order: 1, computation, ...(matcher && { matcher: JSON.stringify(matcher) }) }],
  });
  await call('POST', `/usage_meters/${id}/activate`);
  return id;
}

async function createPlans(call: Api['call'], meters: Catalog['meters']): Promise<Catalog['plans']> {
  const fee = (await call('POST', '/addons', { name: 'Pro subscription', type: 'FIXED_FEE' })).id;
  const free = await createPlan(call, 'Free', usageCards(meters, freeSlabs));
  const pro = await createPlan(call, 'Pro', [feeCard(fee, 49), ...usageCards(meters, proSlabs)]);
  const enterprise = await createPlan(call, 'Enterprise', usageCards(meters, enterpriseSlabs), 2_000);
  for (const plan of [free, pro, enterprise]) await call('POST', `/v2/price_plans/${plan}/finalize`, {});
  await draftNextPro(call, pro, fee);
  return { Free: free, Pro: pro, Enterprise: enterprise };
}

/** A draft of the second version: a higher fee, and `max` for a tenth less. */
async function draftNextPro(call: Api['call'], plan: string, fee: string): Promise<void> {
  const { data } = await call<{ data: { name: string; billableId: string }[] }>(
    'GET',
    `/v2/price_plans/${plan}/rate_cards`,
  );
  const name = data.find(({ billableId }) => billableId === fee)?.name;
  await call('PATCH', `/v2/price_plans/${plan}`, { description: 'From January: 59 USD a month' });
  await call('POST', `/v2/price_plans/${plan}/rate_cards`, {
    operations: [{ actionType: 'UPDATE', rateCardName: name, rateCard: feeCard(fee, 59) }],
  });
}

async function createPlan(
  call: Api['call'],
  name: PlanName,
  ...[cards, commitment]: [object[], number?]
): Promise<string> {
  const { id } = await call('POST', '/v2/price_plans', {
    ...{ name, type: 'BILLING', supportedCurrencies: ['USD'] },
    pricingCycleConfig: {
      ...{ interval: 'MONTHLY', gracePeriod: 3 },
      startOffset: { dayOffset: '1', monthOffset: 'NIL' },
    },
  });
  const all = commitment === undefined ? cards : [...cards, commitmentCard(id, commitment)];
  await call('POST', `/v2/price_plans/${id}/rate_cards`, {
    operations: all.map((rateCard, index) => ({
      ...{ actionType: 'CREATE', rateCardName: `card-${index + 1}`, rateCard },
    })),
  });
  return id;
}

/** The tiers of a price, from its list price. */
type Slabs = (rate: Decimal, isTokens: boolean) => readonly (readonly [startAfter: number, rate: Decimal])[];

const proSlabs: Slabs = (rate, isTokens) =>
  isTokens
    ? [
        [0, rate],
        [DISCOUNT_AFTER, rate.times('0.8')],
      ]
    : [[0, rate]];
const freeSlabs: Slabs = (rate, isTokens) =>
  isTokens
    ? [
        [0, ZERO],
        [FREE_TOKENS, rate],
      ]
    : [[0, rate]];
const enterpriseSlabs: Slabs = (rate) => [[0, rate.times('0.75')]];

function usageCards(meters: Catalog['meters'], slabsOf: Slabs): object[] {
  const perToken = MODELS.flatMap((model) =>
    TOKENS.map((kind, index) =>
      usageCard(meters[`${model} ${kind}`] ?? '', slabsOf(tokenRate(model, index), true)),
    ),
  );
  return [
    ...perToken,
    usageCard(meters.images ?? '', slabsOf(USD_PER_IMAGE, false)),
    usageCard(meters.gpu ?? '', slabsOf(USD_PER_GPU_SECOND, false)),
  ];
}

function tokenRate(model: Model, index: number): Decimal {
  return decimal(PER_MILLION[model][index] ?? '0').div(1_000_000);
}

function usageCard(meter: string, slabs: ReturnType<Slabs>): object {
  const usageRateCard = {
    ratePlan: {
      pricingModel: 'TIERED',
      slabs: slabs.map(([startAfter], index) => ({ order: index + 1, startAfter, priceType: 'PER_UNIT' })),
    },
    rateValues: [
      {
        currency: 'USD',
        slabRates: slabs.map(([, rate], index) => ({
          order: index + 1,
          rate: JSON.rawJSON(decimalText(rate)),
        })),
      },
    ],
  };
  return {
    ...{ billableId: meter, type: 'USAGE', invoiceTiming: 'IN_ARREARS' },
    rateCardDetails: { usageRateCard },
  };
}

function feeCard(billableId: string, rate: number): object {
  const fixedFeeRateCard = { rateValues: [{ currency: 'USD', rate }], enableProration: true };
  return {
    ...{ billableId, type: 'FIXED_FEE', invoiceTiming: 'IN_ADVANCE' },
    rateCardDetails: { fixedFeeRateCard },
  };
}

function commitmentCard(plan: string, rate: number): object {
  const minimumCommitmentRateCard = {
    ...{ displayName: 'Monthly commitment', rateValues: [{ currency: 'USD', rate }] },
  };
  return {
    ...{ billableId: plan, type: 'MINIMUM_COMMITMENT', invoiceTiming: 'IN_ARREARS' },
    rateCardDetails: { minimumCommitmentRateCard },
  };
}
