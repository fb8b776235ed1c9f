import { billableNotFound } from '#areas/credits/index.ts';
import { operation } from '#platform/http/operation.ts';
import { concurrentChange } from '#platform/problem.ts';
import { invoiceCannotBeBilled } from '../bill-runs/problems.ts';
import { groupHasNoPayer, nothingToRefund } from '../payments/problems.ts';
import {
  adjustmentGaveBack,
  advanceRefused,
  chargeAddedTo,
  chargeTakenOver,
  compositeNotOver,
  customInvalid,
  customNotOver,
  customTooLarge,
  draftIsBlank,
  draftNotOver,
  draftNotPast,
  invoiceFinalizing,
  invoiceIsAdjusted,
  invoiceNotEditable,
  invoiceNotFound,
  settledCreditSpent,
  statusRefused,
} from '../problems.ts';
import { Invoice, InvoiceParams, UpdateInvoiceRequest } from '../schema.ts';
import { changeInvoice } from '../status/change-invoice.ts';
import { showInvoice } from '../views/show-invoice.ts';

export const updateInvoice = operation({
  id: 'updateInvoice',
  method: 'PATCH',
  route: '/invoices/{invoice_id}',
  scope: 'invoices:write',
  summary: 'Change the status of an invoice, or edit a draft',
  description:
    'An ORDER that is DUE can be set to PAID (it becomes an invoice with the same id and a new number, ' +
    'and the ordered items are granted), VOID or UN_COLLECTIBLE. A DRAFT past its deadline can be set to ' +
    'DUE, as in a bill run, but without failing pricing rules; a DRAFT whose cycle is over can be set to ' +
    'VOID. An invoice that is DUE can be set to UN_COLLECTIBLE, and one without payments to VOID: it ' +
    'keeps its number and restores credits; the members of a composite become void with it. PAID records ' +
    'a manual payment of the outstanding amount. A paid invoice can be set to REFUND_INITIATED, and its ' +
    'metadata list the payments to return; then to REFUND_COMPLETED, which restores wallets and credits. ' +
    'For a wallet top-up, the unused share of the price is refunded, and the unused part leaves the ' +
    'wallet at REFUND_INITIATED. For a CUSTOM draft, lines and period can be changed too; with status DUE ' +
    'it is issued after the change, once its end has come. If finalization hooks are set, an invoice to ' +
    'be issued is FINALIZING until they have responded, and cannot be changed meanwhile. Setting the ' +
    'current status changes nothing; every other change is rejected.',
  request: { params: InvoiceParams, body: UpdateInvoiceRequest, isBodyOptional: true },
  response: { status: 200, body: Invoice },
  problems: [
    ...[invoiceNotFound, statusRefused, invoiceNotEditable, advanceRefused, invoiceFinalizing],
    ...[groupHasNoPayer, nothingToRefund, invoiceIsAdjusted, adjustmentGaveBack],
    ...[chargeTakenOver, chargeAddedTo, settledCreditSpent],
    ...[customInvalid, customNotOver, customTooLarge, billableNotFound],
    ...[draftNotPast, draftNotOver, compositeNotOver, draftIsBlank, invoiceCannotBeBilled, concurrentChange],
  ],
  async handle(context, { params, body = {} }) {
    const { actor } = context;
    const { status, autoAdvance, refundReason, ...edits } = body;
    const id = params.invoice_id;
    await changeInvoice(context, { id, status, autoAdvance, refundReason, by: actor.credentialId, edits });
    return showInvoice(context, id);
  },
});
