import { newId } from '#platform/ids.ts';
import type { DueWorkContext } from '#platform/jobs/due-work.ts';
import { computeCustom, termsOf } from '../custom/compute-custom.ts';
import { keepDraft } from '../custom/make-custom.ts';
import { computedColumns } from '../lifecycle/computed-columns.ts';
import { setInvoiceCharges } from '../store/charges.ts';
import type { StoredInvoice } from '../store/invoices.ts';
import { insertDraft } from '../store/lifecycle.ts';
import { tellStatus } from '../tell-invoice.ts';
import { metadataOf } from './kept-columns.ts';

/** A draft with the same lines, charges and days, and with the names and taxes of now. */
export async function reissueCustom(context: DueWorkContext, invoice: StoredInvoice): Promise<string> {
  const { tx, org, now } = context;
  const { accountId, customerId, groupId, startAt, endAt, appliesCredits, appliesWallet } = invoice;
  const terms = { ...termsOf(invoice), invoiceDate: endAt, createdAt: now };
  const { computed } = await computeCustom(tx, org, { terms, pool: null });
  const draft = await insertDraft(
    tx,
    {
      ...{ orgId: org.orgId, id: newId('inv', now), accountId, customerId, groupId, startAt, endAt },
      ...{ invoiceClass: 'INVOICE', invoiceType: 'CUSTOM', status: 'DRAFT', autoAdvance: false },
      ...{
        invoiceDate: endAt,
        generatedAt: now,
        createdAt: now,
        updatedAt: now,
        appliesCredits,
        appliesWallet,
      },
      metadata: metadataOf(invoice),
    },
    computedColumns(computed),
  );
  if (!draft) throw new Error(`invoice ${invoice.id} was made again already`);
  await setInvoiceCharges(tx, org, { id: draft.id, items: invoice.miscellaneousCharges });
  tellStatus(tx, org, { id: draft.id, status: 'DRAFT', now });
  await keepDraft(context, draft);
  return draft.id;
}
