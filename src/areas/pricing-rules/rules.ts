import type { RuleInput } from '#core/pricing-rules/index.ts';
import type { PricingRuleRow } from './store.ts';

/** A rule as it is on the wire. */
export function describeRule(row: PricingRuleRow) {
  const { referenceId: _, ...members } = row;
  return members;
}

/** A rule in the form of an invoice input. */
export function toRuleInput({ id, version, name, order, condition, computation, action }: PricingRuleRow) {
  const rule: RuleInput = { id, version, name, order, computation, action };
  return condition === null ? rule : { ...rule, condition };
}
