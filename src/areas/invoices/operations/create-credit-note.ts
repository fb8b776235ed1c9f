import { accountNotFound } from '#areas/accounts/index.ts';
import { operation } from '#platform/http/operation.ts';
import { concurrentChange } from '#platform/problem.ts';
import { makeCreditNote } from '../credit-notes/make-credit-note.ts';
import { CreateCreditNoteRequest } from '../credit-notes/schema.ts';
import { creditNoteInvalid, creditNoteKeyTaken, creditNoteRefused, invoiceNotFound } from '../problems.ts';
import { Invoice, InvoiceParams } from '../schema.ts';
import { showInvoice } from '../show-invoice.ts';

export const createCreditNote = operation({
  id: 'createCreditNote',
  method: 'POST',
  route: '/ext/v1/invoices/{invoice_id}/credit_notes',
  scope: 'invoices:write',
  summary: 'Give back a part or all of an issued invoice',
  description:
    'Issues a CUSTOM invoice below nothing, with a number of its own: the difference to what the invoice ' +
    'would have been with smaller lines. Without lineItems and amount everything that is left is given ' +
    'back. Taxes follow, and credits that paid too much have it back before money. What is still owed of ' +
    'the invoice is paid with it first; the rest goes where NEGATIVE_INVOICE_POLICY says. The issued ' +
    'invoice stays as it is. Of what a group collects the merged invoices are credited; what was bought ' +
    'for a wallet is refunded instead.',
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
