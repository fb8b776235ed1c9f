import { leftToCredit } from '#core/invoice/plan-corrections.ts';
import type { ScheduledWorkContext } from '#platform/jobs/scheduled-work.ts';
import { readLeft } from '../give-backs/read-left.ts';
import { findInvoice, isOfAccount } from '../store/invoices.ts';
import type { ChargeContent } from './advance-charge.ts';
import { decideCredit, findCollected } from './decide-credit.ts';

/**
 * Whether a discount was taken back with all other charges of its invoice: by a credit note, a refund or a
 * void. Its unused days are then not charged again.
 */
export async function isDiscountGone(
  context: Pick<ScheduledWorkContext, 'tx' | 'org'>,
  { billed, card }: Pick<ChargeContent, 'billed' | 'card'>,
): Promise<boolean> {
  const original = billed ? await findInvoice(context.tx, context.org, billed.invoiceId) : null;
  if (!billed || !original || !isOfAccount(original)) return false;
  if (decideCredit(await findCollected(context, original)) !== 'CREDIT') return true;
  const { before } = await readLeft(context, original);
  const { isBlurred, gross } = leftToCredit(before);
  if (isBlurred && gross.isZero()) return true;
  return (before.corrections ?? []).some(({ of, lineId, nth = 0 }) => {
    return of === 'GROSS' && lineId === card.billableId && nth === (billed.nth ?? 0);
  });
}
