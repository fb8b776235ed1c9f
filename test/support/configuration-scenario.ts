import type { Client, Reply } from './running-app.ts';

/** Helpers for tests of configuration export and import. */

/** Tests change members of documents of every shape. */
export type Document = Reply['body'];

/** The response text: prices are compared by their digits. */
export async function exported(client: Client): Promise<string> {
  const reply = await client.get('/ext/v1/configuration');
  if (reply.status !== 200) throw new Error(reply.text);
  return reply.text;
}

export async function documentOf(client: Client): Promise<Document> {
  return JSON.parse(await exported(client));
}

/** Imports a document, or its text; rows are `ACTION TYPE name`, with the reason if there is one. */
export async function importInto(
  client: Client,
  configuration: Document | string,
  { dryRun = false }: { dryRun?: boolean } = {},
): Promise<{ response: Reply['body']; rows: string[] }> {
  const text = typeof configuration === 'string' ? configuration : JSON.stringify(configuration);
  const reply = await client.post('/ext/v1/configuration', `{"configuration":${text},"dryRun":${dryRun}}`);
  if (reply.status !== 200) throw new Error(reply.text);
  return { response: reply.body, rows: reply.body.rows.map(rowText) };
}

function rowText({ action, type, name, reason }: Record<string, string>): string {
  return `${action} ${type} ${name}${reason ? `: ${reason}` : ''}`;
}

/** The rows with a change. */
export function changesIn(rows: readonly string[]): string[] {
  return rows.filter((row) => !row.startsWith('UNCHANGED'));
}

const USD = (rate: number) => [{ currency: 'USD', rate }];
const perUnit = (rate: string) => ({
  ratePlan: { pricingModel: 'TIERED', slabs: [{ order: 1, startAfter: 0, priceType: 'PER_UNIT' }] },
  rateValues: [{ currency: 'USD', slabRates: [{ order: 1, rate: JSON.rawJSON(rate) }] }],
});
const CYCLE = {
  ...{ interval: 'MONTHLY', gracePeriod: 0 },
  startOffset: { dayOffset: '1', monthOffset: 'NIL' },
};

/** Builds a catalogue by ordinary requests, with all types of cards, rules and references. */
export async function buildCatalogue(client: Client): Promise<{ plan: string }> {
  const { meter, cost } = await meterCalls(client);
  const feature = await idOf(client, '/features', {
    ...{ name: 'Talk', billableName: 'Talking' },
    schemaAssociations: [{ schemaName: 'call', attributeName: 'seconds' }],
  });
  const addOn = (name: string, type: string, more = {}) => idOf(client, '/addons', { name, type, ...more });
  const fee = await addOn('Base "fee"', 'FIXED_FEE', { billableName: 'Base fee' });
  const [seat, grant] = [await addOn('Seat', 'LICENSE'), await addOn('Promo', 'CREDIT_GRANT')];
  const template = await idOf(client, '/ext/v1/invoice_templates', {
    ...{ name: 'Plain', content: { language: 'de', texts: { notes: 'Danke,\n{{ customer.name }}' } } },
  });
  const plan = await idOf(client, '/v2/price_plans', {
    ...{ name: 'Pro', description: 'For most', type: 'BILLING', pricingCycleConfig: CYCLE },
    ...{ supportedCurrencies: ['USD'], allowOngoingCycleUpdates: true },
  });
  const operations = cardsOf({ plan, meter, cost, feature, fee, seat, grant });
  await client.must.post(`/v2/price_plans/${plan}/rate_cards`, { operations });
  await client.must.put(`/v2/price_plans/${plan}/pricing_rules`, { pricingRules: rulesOf({ meter, fee }) });
  await client.must.post(`/v2/price_plans/${plan}/finalize`, {});
  const idea = { name: 'Idea', type: 'PURCHASE', supportedCurrencies: ['EUR', 'USD'] };
  await client.must.post('/v2/price_plans', idea);
  await keepSettings(client, { plan, feature, template });
  return { plan };
}

async function meterCalls(client: Client): Promise<{ meter: string; cost: string }> {
  const zone = {
    name: 'zone',
    type: 'DIMENSION',
    enrichmentType: 'JSON_LOGIC_FROM_DEPENDENCY',
    value: 'zone',
  };
  await client.must.post('/event_schema', {
    ...{ name: 'call', description: 'A call', dimensions: [{ name: 'region' }], filterFields: ['region'] },
    attributes: [{ name: 'seconds', defaultUnit: 's' }, { name: 'cost' }],
    ...{ eventIdTemplate: '{{accountId}}:{{dimensions.region}}', eventLevelRevenue: true },
    enrichments: {
      dependencies: [{ type: 'SETTING', key: 'setting.USER.zone', name: 'zone' }],
      fields: [{ ...zone, order: 1 }],
    },
  });
  await client.must.post('/event_schema/call/activate');
  await client.must.post('/event_schema', { name: 'later', attributes: [], dimensions: [] });
  await client.must.post('/usage_meters', {
    ...{ name: 'unused', type: 'COUNTER', aggregation: 'COUNT', eventSchemaName: 'later' },
  });
  const names = { name: 'API calls', billableName: 'Calls', description: 'per second' };
  return {
    meter: await meterOf(client, names),
    cost: await meterOf(client, { name: 'cost', attribute: 'cost' }),
  };
}

function cardsOf(ids: Record<'plan' | 'meter' | 'cost' | 'feature' | 'fee' | 'seat' | 'grant', string>) {
  const { plan, meter, cost, feature, fee, seat, grant } = ids;
  const create = (rateCardName: string, card: object) => ({
    ...{ actionType: 'CREATE', rateCardName },
    rateCard: { invoiceTiming: 'IN_ARREARS', ...card },
  });
  return [
    create('fee', {
      ...{ type: 'FIXED_FEE', billableId: fee },
      rateCardDetails: {
        fixedFeeRateCard: {
          ...{ rateValues: USD(10.25), enableProration: true, proratedRefundMode: 'WALLET' },
        },
      },
    }),
    create('calls', {
      ...{ type: 'USAGE', billableId: meter, tag: 'api', displayName: 'Your calls' },
      rateCardDetails: { usageRateCard: perUnit('0.0105') },
    }),
    create('cost', {
      ...{ type: 'USAGE', billableId: cost, rateCardDetails: { usageRateCard: dynamicPrice(cost) } },
    }),
    create('seats', {
      ...{ type: 'LICENSE', billableId: seat },
      rateCardDetails: {
        licenseRateCard: { ...perUnit('7'), enableProration: true, config: { maxQuantity: 100 } },
      },
    }),
    create('talk', {
      ...{ type: 'BILLING_ENTITLEMENT', billableId: feature },
      rateCardDetails: {
        billingEntitlementRateCard: {
          ...{ ...perUnit('0'), featureConfigs: [{ effectiveUntil: 'P1M', featureCreditLimit: 60 }] },
        },
      },
    }),
    create('over', {
      ...{ type: 'ENTITLEMENT_OVERAGE', billableId: feature },
      rateCardDetails: { entitlementOverageRateCard: perUnit('0.5') },
    }),
    create('promo', {
      ...{ type: 'CREDIT_GRANT', billableId: grant },
      rateCardDetails: { creditGrantRateCard: grantOf([meter, seat, feature, 'ALL_FIXED_FEE_RATE_CARDS']) },
    }),
    create('least', {
      ...{ type: 'MINIMUM_COMMITMENT', billableId: plan },
      rateCardDetails: { minimumCommitmentRateCard: { rateValues: USD(20), includeAdvanceFees: true } },
    }),
  ];
}

const dynamicPrice = (priceMeterId: string) => ({
  priceMeterId,
  ratePlan: { pricingModel: 'TIERED', slabs: [{ order: 1, startAfter: 0, priceType: 'DYNAMIC' }] },
  rateValues: [
    { currency: 'USD', slabRates: [{ order: 1, rate: 1.2 }], rateConfig: { minimumRate: '1.50' } },
  ],
});

const grantOf = (applicableEntityIds: string[]) => ({
  grantDetails: { priority: 1, expiryType: 'PRICING_CYCLE', applicableEntityIds },
  rateDetails: {
    pricingModel: 'TIERED',
    currencySlabRateDetails: [
      {
        ...{ currency: 'USD', creditAmount: 5 },
        slabDetails: [{ startAfter: 0, priceType: 'PER_UNIT', rate: 0 }],
      },
    ],
  },
});

/** Rules name resources by id here, and one card by name. */
function rulesOf({ meter, fee }: { meter: string; fee: string }) {
  return [
    {
      ...{ name: 'Allowance', order: 1, action: { type: 'UPDATE', target: `usage.urc.${meter}` } },
      condition: `{">":[{"var":"usage.urc.${meter}"},75]}`,
      computation: `{"-":[{"var":"usage.urc.${meter}"},75.10]}`,
    },
    {
      ...{ name: 'Share', order: 2, action: { type: 'ADD', id: 'share', metadata: { type: 'DISCOUNT' } } },
      computation: `{"*":[{"+":[{"var":"revenue.ff.${fee}"},{"var":"revenue.lic.seats"}]},0.1]}`,
    },
  ];
}

async function keepSettings(client: Client, ids: Record<'plan' | 'feature' | 'template', string>) {
  const { plan, feature, template } = ids;
  const org = { entityType: 'ORGANIZATION', entityId: 'default' };
  for (const setting of [
    { ...org, namespace: 'USER', id: 'zone', value: '{"var":"dimensions.region"}', dataType: 'JSON_LOGIC' },
    { ...org, namespace: 'PLATFORM', id: 'NET_TERM_DAYS', value: '14', dataType: 'NUMERIC' },
    { ...org, namespace: 'PLATFORM', id: 'INVOICE_TEMPLATE_ID', value: template, dataType: 'STRING' },
    { ...org, namespace: 'INTEGRATION', id: 'token', value: 'secret-of-another', dataType: 'STRING' },
    {
      ...org,
      namespace: 'PLATFORM',
      id: 'PORTAL_PASSWORD_URL',
      value: 'https://test.example',
      dataType: 'STRING',
    },
    ...[
      {
        entityType: 'PRICE_PLAN',
        entityId: plan,
        namespace: 'ENTITLEMENT',
        id: feature,
        value: '5',
        dataType: 'NUMERIC',
      },
    ],
  ])
    await client.must.post('/settings', { name: 'Name', ...setting });
}

async function idOf(client: Client, path: string, body: object): Promise<string> {
  return (await client.must.post(path, body)).id;
}

async function meterOf(
  client: Client,
  { attribute = 'seconds', ...names }: { name: string } & Record<string, string>,
) {
  const id = await idOf(client, '/usage_meters', {
    ...{ ...names, type: 'COUNTER', aggregation: 'SUM', eventSchemaName: 'call' },
    filters: [{ field: 'region', value: 'EU' }],
    computations: [{ computation: `{"var":"attribute.${attribute}"}`, order: 1 }],
  });
  await client.must.post(`/usage_meters/${id}/activate`);
  return id;
}
