import { type PricingRuleRow, toRuleInput } from '#areas/pricing-rules/index.ts';
import type { InvoiceInputs } from '#core/invoice/index.ts';

/**
 * Adds the rules of the invoice's timing. Omits an empty member, so that inputs without rules keep their
 * bytes.
 */
export function addRules(inputs: InvoiceInputs, rules: readonly PricingRuleRow[]): InvoiceInputs {
  const own = rules.filter(({ invoiceTiming }) => invoiceTiming === inputs.timing);
  return own.length > 0 ? { ...inputs, rules: own.map(toRuleInput) } : inputs;
}
