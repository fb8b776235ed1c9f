import { accountNotFound } from '#areas/accounts/index.ts';
import { operation } from '#platform/http/operation.ts';
import { concurrentChange } from '#platform/problem.ts';
import { previewRefund as preview } from '../payments/preview-refund.ts';
import { nothingToRefund } from '../payments/problems.ts';
import { PreviewRefundRequest, RefundPreview } from '../payments/refund-preview-schema.ts';
import {
  creditNoteInvalid,
  creditNoteRefused,
  invoiceFinalizing,
  invoiceNotFound,
  statusRefused,
} from '../problems.ts';
import { InvoiceParams } from '../schema.ts';

export const previewRefund = operation({
  id: 'previewRefund',
  method: 'POST',
  route: '/ext/v1/invoices/{invoice_id}/refund_preview',
  scope: 'invoices:write',
  summary: 'Preview a refund or a credit note',
  description:
    'Changes nothing: executes the refund of an invoice, or with `amount` a credit note, and rolls it ' +
    'back. Rejects what these would reject.',
  request: { params: InvoiceParams, body: PreviewRefundRequest, isBodyOptional: true },
  response: { status: 200, body: RefundPreview },
  problems: [
    ...[invoiceNotFound, invoiceFinalizing, statusRefused, nothingToRefund],
    ...[creditNoteRefused, creditNoteInvalid, accountNotFound, concurrentChange],
  ],
  handle: (context, { params, body }) =>
    preview(context, {
      ...{ invoiceId: params.invoice_id, amount: body?.amount },
      by: context.actor.credentialId,
    }),
});
