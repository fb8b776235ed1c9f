import { findSettingValue } from '#areas/settings/index.ts';
import { operation } from '#platform/http/operation.ts';
import { invoiceNotFound } from '../problems.ts';
import { InvoiceParams, PaymentLink } from '../schema.ts';
import { findInvoice } from '../store/invoices.ts';

export const getPaymentLink = operation({
  id: 'getPaymentLink',
  method: 'GET',
  route: '/ext/v1/invoices/{invoice_id}/payment_link',
  scope: 'invoices:read',
  portal: { mode: 'WRITE' },
  summary: 'Get the payment link of an invoice',
  description:
    'The link from the payment provider, or the setting PAYMENT_LINK (INTEGRATION) of the invoice, while ' +
    'it is DUE or PARTIALLY_PAID; absent if there is none.',
  request: { params: InvoiceParams },
  response: { status: 200, body: PaymentLink },
  problems: [invoiceNotFound],
  async handle({ tx, org }, { params }) {
    const id = params.invoice_id;
    const invoice = await findInvoice(tx, org, id);
    if (!invoice) throw invoiceNotFound({ id });
    const owner = { entityType: 'INVOICE', entityId: id } as const;
    const wanted = { namespace: 'INTEGRATION', id: 'PAYMENT_LINK', candidates: [owner] };
    const isOwed = invoice.status === 'DUE' || invoice.status === 'PARTIALLY_PAID';
    const url = isOwed ? await findSettingValue(tx, org, wanted) : null;
    return url === null ? {} : { url };
  },
});
