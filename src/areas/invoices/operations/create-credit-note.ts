import { accountNotFound } from '#areas/accounts/index.ts';
import { operation } from '#platform/http/operation.ts';
import { concurrentChange } from '#platform/problem.ts';
import { makeCreditNote } from '../credit-notes/make-credit-note.ts';
import { CreateCreditNoteRequest } from '../credit-notes/schema.ts';
import { creditNoteInvalid, creditNoteKeyTaken, creditNoteRefused, invoiceNotFound } from '../problems.ts';
import { Invoice, InvoiceParams } from '../schema.ts';
import { showInvoice } from '../views/show-invoice.ts';

export const createCreditNote = operation({
  id: 'createCreditNote',
  method: 'POST',
  route: '/ext/v1/invoices/{invoice_id}/credit_notes',
  scope: 'invoices:write',
  summary: 'Credit a part or all of an issued invoice',
  description:
    'Issues a negative CUSTOM invoice with its own number: the difference to the invoice with smaller ' +
    'lines. Without lineItems and amount, it credits everything that is left. Taxes follow, and credits ' +
    'that overpaid are restored before money is returned. The amount first pays what is still owed on the ' +
    'invoice; NEGATIVE_INVOICE_POLICY determines the rest. The issued invoice stays unchanged. For a ' +
    'composite, credit the merged invoices instead; for a wallet top-up, use a refund.',
  request: { params: InvoiceParams, body: CreateCreditNoteRequest },
  response: { status: 201, body: Invoice },
  problems: [
    ...[invoiceNotFound, creditNoteRefused, creditNoteInvalid, creditNoteKeyTaken],
    ...[accountNotFound, concurrentChange],
  ],
  async handle(context, { params, body }) {
    const id = await makeCreditNote(context, { invoiceId: params.invoice_id, body });
    return showInvoice(context, id);
  },
});
