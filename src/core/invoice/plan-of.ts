import type { InvoiceInputs, PricePlanInput } from './inputs.ts';

/** Throws `RangeError` where prices without a plan make no sense. */
export function planOf({ pricePlan, timing }: InvoiceInputs): PricePlanInput {
  if (!pricePlan) throw new RangeError(`an invoice ${timing} has a price plan`);
  return pricePlan;
}
