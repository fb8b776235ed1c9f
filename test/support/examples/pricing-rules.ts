import type { ExampleRequest } from '../example-requests.ts';
import type { World } from '../example-world.ts';

/** As full as the schema allows: the whole list of a plan or of a schedule. */
export function pricingRulesBody({ ids }: World) {
  const target = `usage.urc.${ids.usage_meter_id}`;
  return {
    pricingRules: [
      {
        ...{ name: 'Allowance', order: 1, invoiceTiming: 'IN_ARREARS' },
        condition: `{">":[{"var":"${target}"},75]}`,
        computation: `{"-":[{"var":"${target}"},75]}`,
        action: { type: 'UPDATE', target, description: '75 are free' },
      },
      {
        ...{ name: 'Share', order: 2, computation: { '*': [{ var: 'revenue.rate_card_total' }, 0.1] } },
        action: { type: 'ADD', id: 'share', description: 'A tenth', metadata: { type: 'DISCOUNT' } },
      },
    ],
  };
}

export const pricingRuleExamples: Record<string, (world: World) => ExampleRequest> = {
  updatePricePlanPricingRules: (world) => ({ body: pricingRulesBody(world) }),
  listPricingRules: (world) => ({
    prepare: () => {
      const rules = `/v2/price_plans/${world.ids.price_plan_id}/pricing_rules`;
      return world.client.must.put(rules, pricingRulesBody(world));
    },
  }),
  listCatalogUses: ({ ids }) => ({ query: `type=USAGE_METER&id=${ids.usage_meter_id}` }),
  previewPricingRules: (world) => ({
    body: { invoiceId: world.ids.invoice_id, ...pricingRulesBody(world) },
  }),
  estimatePricingRules: (world) => ({
    body: { pricePlanId: world.ids.price_plan_id, ...pricingRulesBody(world) },
  }),
};
