import { findInvoice, invoiceNotFound } from '#areas/invoices/index.ts';
import { operation } from '#platform/http/operation.ts';
import { newId } from '#platform/ids.ts';
import { CreateInvoiceCommentRequest, InvoiceComment, InvoiceParams } from '../schema.ts';
import { insertComment } from '../store/comments.ts';

export const createInvoiceComment = operation({
  id: 'createInvoiceComment',
  method: 'POST',
  route: '/ext/v1/invoices/{invoice_id}/comments',
  scope: 'invoices:write',
  summary: 'Comment on an invoice for colleagues',
  description: 'Customers never see comments. They cannot be changed, and are in the audit log.',
  request: { params: InvoiceParams, body: CreateInvoiceCommentRequest },
  response: { status: 201, body: InvoiceComment },
  problems: [invoiceNotFound],
  async handle({ tx, org, now, actor }, { params, body }) {
    const invoiceId = params.invoice_id;
    if (!(await findInvoice(tx, org, invoiceId))) throw invoiceNotFound({ id: invoiceId });
    const by = { author: actor.credentialId, authorName: actor.user?.name ?? null };
    const { comment } = body;
    return insertComment(tx, org, { id: newId('comment', now), invoiceId, comment, ...by, createdAt: now });
  },
});
