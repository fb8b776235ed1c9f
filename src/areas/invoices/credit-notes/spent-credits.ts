import type { CreditInput } from '#core/credits/index.ts';
import { decimalText } from '#core/decimal.ts';
import type { InvoiceInputs } from '#core/invoice/index.ts';
import { sumUses } from '../late-usage/compute-adjustment.ts';

/** Limits each credit to the amount it already paid, because a credit note must not draw more credits. */
export function spentCredits(before: InvoiceInputs): { credits?: CreditInput[] } {
  const paid = sumUses(before);
  const credits = (before.credits ?? []).flatMap((credit) => {
    const amount = paid.get(credit.id);
    return amount ? [{ ...credit, available: decimalText(amount) }] : [];
  });
  return before.credits ? { credits } : {};
}
