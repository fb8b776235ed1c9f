import type { CreatePricingRule } from '../../../api/generated/request-types.ts';
import type { PricingRule } from '../../../api/generated/types.ts';

/** The list of a plan with a rule that changes places with its neighbour of the same timing. */
export function moveInOrder(rules: readonly PricingRule[], id: string, by: -1 | 1): CreatePricingRule[] {
  const rule = rules.find((each) => each.id === id);
  const own = rules.filter(({ invoiceTiming }) => invoiceTiming === rule?.invoiceTiming);
  const neighbour = rule && own[own.indexOf(rule) + by];
  if (!rule || !neighbour) return rules.map(sentOf);
  const orders = new Map([
    [rule.id, neighbour.order],
    [neighbour.id, rule.order],
  ]);
  return rules.map((each) => ({ ...sentOf(each), order: orders.get(each.id) ?? each.order }));
}

export function withoutRule(rules: readonly PricingRule[], id: string): CreatePricingRule[] {
  return rules.filter((rule) => rule.id !== id).map(sentOf);
}

/** A stored rule in the form of a request. */
export function sentOf({
  name,
  order,
  invoiceTiming,
  condition,
  computation,
  action,
}: PricingRule): CreatePricingRule {
  return { name, order, invoiceTiming, ...(condition && { condition }), computation, action };
}

/** The list of a plan with an edited or new rule in it. */
export function withRule(
  rules: readonly PricingRule[],
  edited: CreatePricingRule,
  ruleId: string,
): CreatePricingRule[] {
  const isKnown = rules.some(({ id }) => id === ruleId);
  const sent = rules.map((rule) => (rule.id === ruleId ? edited : sentOf(rule)));
  return isKnown ? sent : [...sent, edited];
}

/** The first place after all rules of a timing. */
export function nextOrder(rules: readonly PricingRule[], timing: string): string {
  const orders = rules.filter(({ invoiceTiming }) => invoiceTiming === timing).map(({ order }) => order);
  return String(Math.max(0, ...orders) + 1);
}
