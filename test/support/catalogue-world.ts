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
