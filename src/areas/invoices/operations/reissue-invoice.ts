import { accountArchived, accountInDraft, accountNotFound } from '#areas/accounts/index.ts';
import { invoiceGroupNotFound } from '#areas/invoice-groups/index.ts';
import { operation } from '#platform/http/operation.ts';
import { concurrentChange } from '#platform/problem.ts';
import { invoiceNotFound, reissueRefused } from '../problems.ts';
import { reissue } from '../reissue/reissue.ts';
import { Invoice, InvoiceParams } from '../schema.ts';
import { showInvoice } from '../show-invoice.ts';

export const reissueInvoice = operation({
  id: 'reissueInvoice',
  method: 'POST',
  route: '/ext/v1/invoices/{invoice_id}/reissue',
  scope: 'invoices:write',
  summary: 'Make a void invoice again',
  description:
    'Once, and only what is VOID. A cycle gets a DRAFT that is computed anew, with its usage, prices, ' +
    'charges and taxes of now; a CUSTOM invoice one with the same lines. The draft waits: set it to DUE, ' +
    'or let a bill run issue it. An adjustment is issued again at once, with what differs now. The two ' +
    'name each other in metadata.replaces and metadata.replacedBy.',
  request: { params: InvoiceParams },
  response: { status: 201, body: Invoice },
  problems: [
    ...[invoiceNotFound, reissueRefused, concurrentChange],
    ...[accountNotFound, accountArchived, accountInDraft, invoiceGroupNotFound],
  ],
  async handle(context, { params }) {
    const id = await reissue(context, params.invoice_id);
    return showInvoice(context, id);
  },
});
