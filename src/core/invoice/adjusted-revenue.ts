import type { AdjustmentInputs } from './adjustment.ts';
import { type ExtraRevenue, readExtraRevenue } from './extra-revenue.ts';
import { computeInvoice } from './index.ts';
import type { InvoiceInputs } from './inputs.ts';

/**
 * By how much an adjustment changes the revenue that only the invoice of its cycle says: usage that came late
 * counts in the cycle by itself, what rules and the true-up make of it does not. What credit notes took off
 * the lines stands beside both.
 */
export function readAdjustedRevenue({
  before,
  after,
}: Pick<AdjustmentInputs, 'before' | 'after'>): ExtraRevenue[] {
  const negated = computeExtra(before).map(({ billableId, amount }) => {
    return { billableId, amount: amount.negated() };
  });
  return [...computeExtra(after), ...negated];
}

/** Nothing where no member may add anything, without computing the document. */
function computeExtra({ corrections: _, ...inputs }: InvoiceInputs): ExtraRevenue[] {
  const { rules, commitment, charges } = inputs;
  return rules || commitment || charges ? readExtraRevenue(inputs, computeInvoice(inputs)) : [];
}
