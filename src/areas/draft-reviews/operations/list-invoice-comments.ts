import { findInvoice, invoiceNotFound } from '#areas/invoices/index.ts';
import { operation } from '#platform/http/operation.ts';
import { InvoiceCommentPage, InvoiceParams } from '../schema.ts';
import { commentList, listComments } from '../store/comments.ts';

export const listInvoiceComments = operation({
  id: 'listInvoiceComments',
  method: 'GET',
  route: '/ext/v1/invoices/{invoice_id}/comments',
  scope: 'invoices:read',
  summary: 'List the comments on an invoice, the newest first',
  request: { params: InvoiceParams },
  response: { status: 200, body: InvoiceCommentPage },
  problems: [invoiceNotFound],
  list: commentList,
  async handle({ tx, org }, { params, page }) {
    const invoiceId = params.invoice_id;
    if (!(await findInvoice(tx, org, invoiceId))) throw invoiceNotFound({ id: invoiceId });
    const { rows, nextToken } = await listComments(tx, org, { invoiceId, page });
    return { data: rows, nextToken };
  },
});
