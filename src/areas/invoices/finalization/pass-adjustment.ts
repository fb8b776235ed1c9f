import { type EInvoiceResponse, shareHookKinds } from '#areas/finalization-hooks/index.ts';
import type { InvoiceDocument } from '#core/invoice/index.ts';
import type { ScheduledWorkContext } from '#platform/jobs/scheduled-work.ts';
import { setEInvoice } from '../store/finalizing.ts';
import type { InvoiceRow } from '../store/invoices.ts';
import type { ComputedColumns } from '../store/lifecycle.ts';
import { keepApprovedTotal } from './approved-total.ts';
import type { AdjustedDocument } from './hook-request.ts';
import { isToBeMerged, readCalls, responseTo, waitFor } from './pass-hooks.ts';

/**
 * Whether an adjustment or a credit note may be issued as computed. It is registered like every invoice,
 * with the document that it adjusts; no tax hook is called, because it has the rates of that document
 * (`money-platform.md` 10.10). Returns false if it waits from now on.
 */
export async function passAdjustmentHooks(
  context: ScheduledWorkContext,
  draft: InvoiceRow,
  { original, columns, timeZone }: { original: InvoiceRow; columns: ComputedColumns; timeZone: string },
): Promise<boolean> {
  const { tx, org } = context;
  if (!(await shareHookKinds(tx, org)).has('E_INVOICE') || (await isToBeMerged(context, draft))) return true;
  const { details, netTermDays } = columns;
  const document = JSON.parse(columns.document) as InvoiceDocument;
  const adjusts = describeAdjusted(original, draft);
  const prospect = { invoice: draft, document, details, netTermDays, adjusts };
  const calls = await readCalls(context, draft);
  const window = { invoice: draft, timeZone, acceptsFailedRules: false, calls };
  const response = responseTo<EInvoiceResponse>(window, 'E_INVOICE', prospect);
  if (!response) {
    await waitFor(context, window, { kind: 'E_INVOICE', prospect, columns });
    await keepApprovedTotal(context, draft, columns);
    return false;
  }
  await setEInvoice(tx, org, { id: draft.id, eInvoice: response });
  return true;
}

function describeAdjusted(original: InvoiceRow, { metadata }: InvoiceRow): AdjustedDocument {
  const { id, sequenceId: number, invoiceDate } = original;
  const eInvoice = original.metadata.eInvoice as EInvoiceResponse | undefined;
  return {
    ...{ id, number, date: invoiceDate.toString() },
    isCreditNote: 'creditNoteFor' in metadata,
    ...(typeof metadata.reason === 'string' && { reason: metadata.reason }),
    ...(eInvoice && { reference: eInvoice.reference }),
  };
}
