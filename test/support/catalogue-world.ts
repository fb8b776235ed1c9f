import type { Client } from './running-app.ts';

const read = (name: string) => ({ var: name });

/** A plan whose draft has a rule of each kind, with texts of a tenant; the path of one of them. */
export async function makeRules({ must }: Client, text: string): Promise<{ plan: string; rule: string }> {
  const name = text.slice(0, 50);
  const { id: plan } = await must.post('/v2/price_plans', {
    ...{ name, type: 'BILLING', supportedCurrencies: ['USD'] },
  });
  const { data } = await must.put(`/v2/price_plans/${plan}/pricing_rules`, {
    pricingRules: [
      {
        ...{ name: text.slice(0, 255), order: 1 },
        condition: JSON.stringify({ '>': [read('revenue.rate_card_total'), 10] }),
        computation: JSON.stringify({ '*': [read('revenue.rate_card_total'), 0.1] }),
        action: {
          ...{ type: 'ADD', id: 'tenth', description: text.slice(0, 255) },
          metadata: { type: 'DISCOUNT' },
        },
      },
      {
        ...{
          name: 'Division',
          order: 2,
          computation: JSON.stringify({ '/': [1, read('revenue.tag.none')] }),
        },
        action: { type: 'ADD' },
      },
      {
        ...{ name: 'Base', order: 1, invoiceTiming: 'IN_ADVANCE', computation: '25' },
        action: { type: 'ADD' },
      },
    ],
  });
  return {
    plan,
    rule: data.find(({ order, invoiceTiming }: Row) => order === 1 && invoiceTiming === 'IN_ARREARS').id,
  };
}

interface Row {
  order: number;
  invoiceTiming: string;
}

/** A plan with a meter and a price for each model and type of token, except one pair; its id. */
export async function makeMatrix({ must }: Client): Promise<string> {
  await must.post('/event_schema', {
    ...{
      name: 'tokens',
      attributes: [{ name: 'tokens' }],
      dimensions: [{ name: 'model' }, { name: 'type' }],
    },
    filterFields: ['model', 'type'],
  });
  await must.post('/event_schema/tokens/activate');
  const { id: plan } = await must.post('/v2/price_plans', {
    ...{ name: 'Model prices', type: 'BILLING', supportedCurrencies: ['USD'] },
    pricingCycleConfig: { interval: 'MONTHLY', gracePeriod: 0, anniversaryCycle: true },
  });
  const operations = [];
  for (const [model, type] of [
    ['large', 'input'],
    ['large', 'output'],
    ['small', 'input'],
  ] as const) {
    const { id } = await must.post('/usage_meters', {
      ...{ name: `${model} ${type}`, type: 'COUNTER', aggregation: 'SUM', eventSchemaName: 'tokens' },
      filters: [
        { field: 'model', value: model },
        { field: 'type', value: type },
      ],
      computations: [{ order: 1, computation: '{"var":"attributes.tokens"}' }],
    });
    await must.post(`/usage_meters/${id}/activate`);
    const rateValues = [{ currency: 'USD', slabRates: [{ order: 1, rate: 0.5 }] }];
    const ratePlan = {
      ...{ pricingModel: 'TIERED', slabs: [{ order: 1, startAfter: 0, priceType: 'PER_UNIT' }] },
    };
    operations.push({
      ...{ actionType: 'CREATE', rateCardName: `${model}-${type}` },
      rateCard: {
        ...{ billableId: id, type: 'USAGE', invoiceTiming: 'IN_ARREARS' },
        rateCardDetails: { usageRateCard: { ratePlan, rateValues } },
      },
    });
  }
  await must.post(`/v2/price_plans/${plan}/rate_cards`, { operations });
  return plan;
}
