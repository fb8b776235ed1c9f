import { newId } from '#platform/ids.ts';
import type { ScheduledWorkContext } from '#platform/jobs/scheduled-work.ts';
import { publishStatus } from '../events/publish-invoice.ts';
import { setInvoiceCharges } from '../store/charges.ts';
import type { InvoiceRow, StoredInvoice } from '../store/invoices.ts';
import { type ComputedColumns, insertDraft } from '../store/lifecycle.ts';

type Draft = Parameters<typeof insertDraft>[1];

/**
 * Inserts a draft that replaces a void invoice: same owner, days and charges, with a reference to it; the
 * draft waits for a user. `set` has the other columns.
 */
export async function insertAgain(
  { tx, org, now }: ScheduledWorkContext,
  invoice: StoredInvoice,
  { set, computed }: { set: Partial<Draft> & Pick<Draft, 'invoiceDate'>; computed: ComputedColumns },
): Promise<InvoiceRow> {
  const { accountId, customerId, invoiceType, startAt, endAt, miscellaneousCharges: items } = invoice;
  const draft = await insertDraft(
    tx,
    {
      ...{ orgId: org.orgId, id: newId('inv', now), accountId, customerId, startAt, endAt, invoiceType },
      ...{ invoiceClass: 'INVOICE', status: 'DRAFT', autoAdvance: false, metadata: metadataOf(invoice) },
      ...{ generatedAt: now, createdAt: now, updatedAt: now },
      ...set,
    },
    computed,
  );
  if (!draft) throw new Error(`invoice ${invoice.id} was already reissued`);
  await setInvoiceCharges(tx, org, { id: draft.id, items });
  publishStatus(tx, org, { id: draft.id, status: 'DRAFT', now });
  return draft;
}

/** Returns the metadata by which a reissued invoice refers to the one that it replaces. */
function metadataOf({ id, sequenceId }: StoredInvoice): Record<string, string> {
  return { replaces: id, ...(sequenceId === null ? {} : { replacedNumber: sequenceId }) };
}
