import { accountArchived, accountInDraft, accountNotFound } from '#areas/accounts/index.ts';
import { linkToFile } from '#areas/files/index.ts';
import { invoiceGroupNotFound } from '#areas/invoice-groups/index.ts';
import { operation } from '#platform/http/operation.ts';
import { concurrentChange } from '#platform/problem.ts';
import { invoiceNotFound, reissueRefused } from '../problems.ts';
import { readInvoice } from '../read-invoice.ts';
import { reissue } from '../reissue/reissue.ts';
import { describeInvoice } from '../rules.ts';
import { Invoice, InvoiceParams } from '../schema.ts';

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
    const { tx, org, now } = context;
    const id = await reissue(context, params.invoice_id);
    const row = await readInvoice(tx, org, { id, now });
    if (!row) throw invoiceNotFound({ id });
    return describeInvoice(row, row.pdfFileId && linkToFile(context, { id: row.pdfFileId }));
  },
});
