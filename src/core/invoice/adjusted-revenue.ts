import type { AdjustmentInputs } from './adjustment.ts';
import { type ExtraRevenue, readExtraRevenue } from './extra-revenue.ts';
import { computeInvoice } from './index.ts';
import type { InvoiceInputs } from './inputs.ts';

/**
 * The change that an adjustment makes to revenue that is known only from the invoice of its cycle. Late usage
 * counts in the cycle by itself; its effects on pricing rules and the true-up are counted here. Amounts that
 * credit notes took off the lines are separate.
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

/** Empty, without computing the document, when no member can add revenue. */
function computeExtra({ corrections: _, ...inputs }: InvoiceInputs): ExtraRevenue[] {
  const { rules, commitment, charges } = inputs;
  return rules || commitment || charges ? readExtraRevenue(inputs, computeInvoice(inputs)) : [];
}
