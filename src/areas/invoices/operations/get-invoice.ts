import { linkToFile } from '#areas/files/index.ts';
import { operation } from '#platform/http/operation.ts';
import { invoiceNotFound } from '../problems.ts';
import { readInvoice } from '../read-invoice.ts';
import { describeInvoice } from '../rules.ts';
import { Invoice, InvoiceParams } from '../schema.ts';

export const getInvoice = operation({
  id: 'getInvoice',
  method: 'GET',
  route: '/invoices/{invoice_id}',
  scope: 'invoices:read',
  portal: { mode: 'READ', hides: ['metadata', 'info', 'invoiceDetails.organization.metadata'] },
  summary: 'Get an invoice with all its lines',
  description: 'A draft is computed anew from what is known now. An issued invoice never changes.',
  request: { params: InvoiceParams },
  response: { status: 200, body: Invoice },
  problems: [invoiceNotFound],
  async handle(context, { params }) {
    const { tx, org, now } = context;
    const row = await readInvoice(tx, org, { id: params.invoice_id, now });
    if (!row) throw invoiceNotFound({ id: params.invoice_id });
    return describeInvoice(row, row.pdfFileId && linkToFile(context, { id: row.pdfFileId }));
  },
});
