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
  description: 'Releases its held credits. No other invoice can be deleted; set it to VOID instead.',
  request: { params: InvoiceParams },
  response: { status: 200, body: Success },
  problems: [invoiceNotFound, invoiceNotDeletable, invoiceFinalizing],
  deletes: 'invoice',
  async handle(context, { params }) {
    await deleteCustom(context, params.invoice_id);
    return { success: true };
  },
});
