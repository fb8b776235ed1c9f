import { operation } from '#platform/http/operation.ts';
import { Success } from '#platform/http/schemas.ts';
import { deleteCustom } from '../custom/delete-custom.ts';
import { invoiceFinalizing, invoiceNotDeletable, invoiceNotFound } from '../problems.ts';
import { InvoiceParams } from '../schema.ts';

export const deleteInvoice = operation({
  id: 'deleteInvoice',
  method: 'DELETE',
  route: '/invoices/{invoice_id}',
  scope: 'invoices:write',
  summary: 'Delete the draft of a custom invoice',
  description: 'What it held of credits is free again. Every other invoice stays; it can be set to VOID.',
  request: { params: InvoiceParams },
  response: { status: 200, body: Success },
  problems: [invoiceNotFound, invoiceNotDeletable, invoiceFinalizing],
  async handle(context, { params }) {
    await deleteCustom(context, params.invoice_id);
    return { success: true };
  },
});
