import type { Context } from '#platform/http/operation.ts';
import type { StoredCharge } from '../charges/rules.ts';
import { rejectFinalizing } from '../finalization/reject-finalizing.ts';
import { setInvoiceCharges } from '../store/charges.ts';
import { lockComposite } from '../store/composites.ts';
import { storeCompositeDraft } from './refresh-composite.ts';

/**
 * Replaces the charges of a composite, which have their own total on it. Returns false if it is not a draft.
 */
export async function chargeComposite(
  context: Context,
  charged: { id: string; items: readonly StoredCharge[] },
): Promise<boolean> {
  const { tx, org } = context;
  const composite = await lockComposite(tx, org, charged.id);
  if (composite?.status !== 'DRAFT') return false;
  rejectFinalizing(composite);
  await setInvoiceCharges(tx, org, charged);
  await storeCompositeDraft(context, { ...composite, miscellaneousCharges: charged.items });
  return true;
}
