import { operation } from '#platform/http/operation.ts';
import { invoiceNotFound } from '../problems.ts';
import { Invoice, InvoiceParams } from '../schema.ts';
import { showInvoice } from '../views/show-invoice.ts';

export const getInvoice = operation({
  id: 'getInvoice',
  method: 'GET',
  route: '/invoices/{invoice_id}',
  scope: 'invoices:read',
  portal: { mode: 'READ', hides: ['metadata', 'info', 'invoiceDetails.organization.metadata'] },
  summary: 'Get an invoice with all its lines',
  description: 'A draft is recomputed from current data. An issued invoice never changes.',
  request: { params: InvoiceParams },
  transientMembers: ['pdfUrl'],
  response: { status: 200, body: Invoice },
  problems: [invoiceNotFound],
  async handle(context, { params }) {
    return showInvoice(context, params.invoice_id);
  },
});
