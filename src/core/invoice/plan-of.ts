import type { InvoiceInputs, PricePlanInput } from './inputs.ts';

/** Throws `RangeError` where prices require a plan and there is none. */
export function planOf({ pricePlan, timing }: InvoiceInputs): PricePlanInput {
  if (!pricePlan) throw new RangeError(`an invoice ${timing} has a price plan`);
  return pricePlan;
}
