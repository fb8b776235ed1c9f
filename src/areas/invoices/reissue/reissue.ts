import type { ScheduledWorkContext } from '#platform/jobs/scheduled-work.ts';
import { lockOwner } from '../custom/make-custom.ts';
import { invoiceNotFound, reissueRefused } from '../problems.ts';
import { addMetadata } from '../store/changes.ts';
import { findInvoice, isOfAccount, type StoredInvoice } from '../store/invoices.ts';
import { lockBill, lockDrafts } from '../store/lifecycle.ts';
import { reissueAdjustment } from './reissue-adjustment.ts';
import { reissueCustom } from './reissue-custom.ts';
import { reissueCycle } from './reissue-cycle.ts';

/**
 * Reissues a void invoice once and returns the id of the new one (`money-platform.md` 10.4). Locks the
 * owner, so that the second of two callers is rejected. Raises the problem if the request is rejected.
 */
export async function reissue(context: ScheduledWorkContext, id: string): Promise<string> {
  const { tx, org, now } = context;
  const found = await findInvoice(tx, org, id);
  if (!found) throw invoiceNotFound({ id });
  if (found.invoiceType === 'COMPOSITE')
    throw reissueRefused({
      id,
      because: 'it is a group invoice; reissue the invoices that were merged into it instead',
    });
  const { accountId, groupId } = found;
  const owner = { accountId: accountId ?? groupId ?? '' };
  await lockOwner(context, accountId === null ? { ...owner, ownerType: 'INVOICE_GROUP' } : owner);
  if (accountId !== null) await lockDrafts(tx, org, accountId);
  const invoice = (await lockBill(tx, org, id)) ?? found;
  if (invoice.status !== 'VOID')
    throw reissueRefused({ id, because: `it is ${invoice.status}; set it to VOID first` });
  if ('replacedBy' in invoice.metadata)
    throw reissueRefused({
      id,
      because: `invoice ${String(invoice.metadata.replacedBy)} already replaces it`,
    });
  const replacedBy = await makeAgain(context, invoice);
  await addMetadata(tx, org, { id, metadata: { replacedBy }, now });
  return replacedBy;
}

function makeAgain(context: ScheduledWorkContext, invoice: StoredInvoice): Promise<string> {
  const { id, invoiceType, metadata } = invoice;
  switch (invoiceType) {
    case 'STANDARD':
    case 'STANDARD_ADVANCED':
      if (!isOfAccount(invoice)) throw new Error(`cycle invoice ${id} has no account`);
      return reissueCycle(context, invoice);
    case 'CUSTOM':
      return 'adjusts' in metadata && isOfAccount(invoice)
        ? reissueAdjustment(context, invoice)
        : reissueCustom(context, invoice);
    case 'AD_HOC':
    case 'ADHOC_ADVANCED':
      throw reissueRefused({
        id,
        because: 'it bills a purchase; purchase again, or create a CUSTOM invoice',
      });
    case 'COMPOSITE':
      throw new Error(`composite ${id} must be rejected before this step`);
    default:
      return invoiceType satisfies never;
  }
}
