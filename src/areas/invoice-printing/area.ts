import { STORE_PDF } from '#areas/invoices/index.ts';
import { PAYMENT_LINK_CHANGED } from '#areas/settings/index.ts';
import { readText } from '#platform/db/scheduled-work.ts';
import type { Area } from '#platform/http/area.ts';
import { previewCreditNote } from './operations/preview-credit-note.ts';
import { previewInvoiceTemplate } from './operations/preview-invoice-template.ts';
import { sendInvoice } from './operations/send-invoice.ts';
import { drawInvoiceAgain, storeInvoicePdf } from './store-invoice-pdf.ts';

/** The PDF of an invoice, and its mail. */
export const invoicePrinting: Area = {
  name: 'invoice-printing',
  // Callers find its operations among those of invoices.
  title: 'Invoices',
  operations: [sendInvoice, previewInvoiceTemplate, previewCreditNote],
  scheduledWork: [
    {
      kind: STORE_PDF,
      isParallel: true,
      run: (context, payload) => storeInvoicePdf(context, readText(payload, 'invoiceId')),
    },
    {
      kind: PAYMENT_LINK_CHANGED,
      isParallel: true,
      run: (context, payload) => drawInvoiceAgain(context, readText(payload, 'invoiceId')),
    },
  ],
};
