import { type PricingRuleRow, toRuleInput } from '#areas/pricing-rules/index.ts';
import type { InvoiceInputs } from '#core/invoice/index.ts';

/** The rules of the invoice's timing. Without any, inputs have the bytes that they always had. */
export function addRules(inputs: InvoiceInputs, rules: readonly PricingRuleRow[]): InvoiceInputs {
  const own = rules.filter(({ invoiceTiming }) => invoiceTiming === inputs.timing);
  return own.length > 0 ? { ...inputs, rules: own.map(toRuleInput) } : inputs;
}
