import { findInvoice, invoiceNotFound } from '#areas/invoices/index.ts';
import { operation } from '#platform/http/operation.ts';
import { invoicePaymentList, listInvoicePayments as listRows } from '../store/invoice-payments.ts';
import { InvoiceParams, InvoicePaymentPage } from '../trace-schema.ts';

export const listInvoicePayments = operation({
  id: 'listInvoicePayments',
  method: 'GET',
  route: '/ext/v1/invoices/{invoice_id}/payments',
  scope: 'payments:read',
  summary: 'List what paid an invoice',
  description:
    'Payments and money of wallets, and what was taken back, oldest first. The paid amount of the ' +
    'invoice is their sum.',
  request: { params: InvoiceParams },
  response: { status: 200, body: InvoicePaymentPage },
  list: invoicePaymentList,
  problems: [invoiceNotFound],
  async handle({ tx, org }, { params, page }) {
    const invoice = await findInvoice(tx, org, params.invoice_id);
    if (!invoice) throw invoiceNotFound({ id: params.invoice_id });
    const { rows, nextToken } = await listRows(tx, org, { invoiceId: invoice.id, page });
    return { data: rows.map(({ number, ...row }) => ({ id: String(number), ...row })), nextToken };
  },
});
