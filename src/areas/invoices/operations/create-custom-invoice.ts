import { accountArchived, accountInDraft, accountNotFound } from '#areas/accounts/index.ts';
import { billableNotFound } from '#areas/credits/index.ts';
import { invoiceGroupNotFound } from '#areas/invoice-groups/index.ts';
import { operation } from '#platform/http/operation.ts';
import { makeCustomInvoice } from '../custom/make-custom.ts';
import { groupHasNoPayer } from '../payments/problems.ts';
import { customInvalid, customKeyTaken, customNotOver, customTooLarge } from '../problems.ts';
import { CreateCustomInvoiceRequest, Invoice } from '../schema.ts';
import { showInvoice } from '../views/show-invoice.ts';

export const createCustomInvoice = operation({
  id: 'createCustomInvoice',
  method: 'POST',
  route: '/invoices',
  scope: 'invoices:write',
  summary: 'Create an invoice with manual lines',
  description:
    'For an account, or for a group with ownerType INVOICE_GROUP. Each line has a value, or a quantity ' +
    'and a valuePerQuantity; a negative line is a credit. A DRAFT can be edited and deleted, holds ' +
    'credits of the account, and is issued by PATCH, by a bill run after its end, or with autoAdvance at ' +
    'its end. An invoice with status DUE or PAID is issued at once, and its period must have ended; for ' +
    'PAID, a manual payment is recorded.',
  request: { body: CreateCustomInvoiceRequest },
  response: { status: 201, body: Invoice },
  problems: [
    ...[customInvalid, customNotOver, customTooLarge, customKeyTaken, billableNotFound, groupHasNoPayer],
    ...[accountNotFound, accountArchived, accountInDraft, invoiceGroupNotFound],
  ],
  async handle(context, { body }) {
    const { actor } = context;
    const id = await makeCustomInvoice(context, { body, by: actor.credentialId });
    return showInvoice(context, id);
  },
});
