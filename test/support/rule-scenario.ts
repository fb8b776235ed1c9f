import { type PlanTerms, publishPlan } from './billing-scenario.ts';
import type { Client } from './running-app.ts';

export interface RuleTerms {
  name: string;
  /** Rules that change a card name it; the others add a line. */
  target?: string;
  timing?: 'IN_ADVANCE' | 'IN_ARREARS';
  condition?: object;
  computation: object | number;
  id?: string;
  metadata?: Record<string, string>;
}

/** A finalized plan with pricing rules, in order. */
export async function publishRuledPlan(
  client: Client,
  { rules, ...terms }: PlanTerms & { rules: RuleTerms[] },
): Promise<string> {
  const plan = await publishPlan(client, terms);
  const pricingRules = rules.map(({ name, target, timing, condition, computation, id, metadata }, index) => ({
    ...{ name, order: index + 1, computation: JSON.stringify(computation) },
    ...(timing && { invoiceTiming: timing }),
    ...(condition && { condition: JSON.stringify(condition) }),
    action: target
      ? { type: 'UPDATE', target }
      : { type: 'ADD', ...(id && { id }), ...(metadata && { metadata }) },
  }));
  await client.must.put(`/v2/price_plans/${plan}/pricing_rules`, { pricingRules });
  await client.must.post(`/v2/price_plans/${plan}/finalize`, {});
  return plan;
}

/** Logic that reads a variable. */
export const read = (name: string) => ({ var: name });
