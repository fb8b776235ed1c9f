import { accountArchived, accountInDraft, accountNotFound } from '#areas/accounts/index.ts';
import { invoiceGroupNotFound } from '#areas/invoice-groups/index.ts';
import { operation } from '#platform/http/operation.ts';
import { concurrentChange } from '#platform/problem.ts';
import { invoiceNotFound, reissueRefused } from '../problems.ts';
import { reissue } from '../reissue/reissue.ts';
import { Invoice, InvoiceParams } from '../schema.ts';
import { showInvoice } from '../views/show-invoice.ts';

export const reissueInvoice = operation({
  id: 'reissueInvoice',
  method: 'POST',
  route: '/ext/v1/invoices/{invoice_id}/reissue',
  scope: 'invoices:write',
  summary: 'Reissue a void invoice',
  description:
    'Only a VOID invoice can be reissued, once. A cycle gets a new DRAFT with current usage, prices, ' +
    'charges and taxes; a CUSTOM invoice gets a DRAFT with the same lines. The draft waits until it is ' +
    'set to DUE or a bill run issues it. An adjustment is issued again at once with the current ' +
    'difference. metadata.replaces and metadata.replacedBy link the two invoices.',
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
