import type { Context } from '#platform/http/operation.ts';
import type { StoredCharge } from '../charges/rules.ts';
import { rejectFinalizing } from '../finalization/reject-finalizing.ts';
import { computedColumns } from '../lifecycle/computed-columns.ts';
import { setInvoiceCharges } from '../store/charges.ts';
import { lockBill, updateDraft } from '../store/lifecycle.ts';
import { computeCustom, termsOf } from './compute-custom.ts';

/**
 * Replaces the charges of a group's manual draft, which credits do not pay. Returns false if it is not a
 * draft.
 */
export async function chargeCustom(
  context: Context,
  charged: { id: string; items: readonly StoredCharge[] },
): Promise<boolean> {
  const { tx, org, now } = context;
  const { id, items } = charged;
  const invoice = await lockBill(tx, org, id);
  if (invoice?.status !== 'DRAFT') return false;
  rejectFinalizing(invoice);
  await setInvoiceCharges(tx, org, charged);
  const terms = { ...termsOf(invoice), charges: items };
  const { computed } = await computeCustom(tx, org, { terms, pool: null });
  await updateDraft(tx, org, { id, now, computed: computedColumns(computed) });
  return true;
}
