import { billableNotFound } from '#areas/credits/index.ts';
import { operation } from '#platform/http/operation.ts';
import { concurrentChange } from '#platform/problem.ts';
import { invoiceCannotBeBilled } from '../bill-runs/problems.ts';
import { groupHasNoPayer, nothingToRefund } from '../payments/problems.ts';
import {
  adjustmentGaveBack,
  advanceRefused,
  changeRefused,
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
  invoiceNotFound,
  settledCreditSpent,
  statusRefused,
} from '../problems.ts';
import { Invoice, InvoiceParams, UpdateInvoiceRequest } from '../schema.ts';
import { showInvoice } from '../show-invoice.ts';
import { changeInvoice } from '../status/change-invoice.ts';

export const updateInvoice = operation({
  id: 'updateInvoice',
  method: 'PATCH',
  route: '/invoices/{invoice_id}',
  scope: 'invoices:write',
  summary: 'Change the status of an invoice, or a draft',
  description:
    'An ORDER that is DUE can be set to PAID (it becomes an invoice, with the same id and a new number, ' +
    'and what was ordered is granted), VOID or UN_COLLECTIBLE. A DRAFT whose deadline has passed can be ' +
    'set to DUE, as a bill run does it, but without the pricing rules that fail; one whose cycle is over ' +
    'to VOID. An invoice that is DUE can be set to UN_COLLECTIBLE, and one of which nothing is paid to ' +
    'VOID: it keeps its number and gives back credits; with a composite its members are void. PAID ' +
    'records a payment, by hand, of what is lacking. What is paid can be set to REFUND_INITIATED, and its ' +
    'metadata say which payments are to be given back; then to REFUND_COMPLETED: wallets and credits have ' +
    'back what they gave. Of money that was bought for a wallet the unused share of the price is refunded, ' +
    'and the unused part leaves the wallet at REFUND_INITIATED. Of a CUSTOM draft lines and period can be ' +
    'changed too; with status DUE it is issued after that, once its end has come. Where finalization ' +
    'hooks are set, what is to be issued is FINALIZING until they have answered, and cannot be changed ' +
    'meanwhile. The status that it has changes nothing; everything else is refused.',
  request: { params: InvoiceParams, body: UpdateInvoiceRequest, isBodyOptional: true },
  response: { status: 200, body: Invoice },
  problems: [
    ...[invoiceNotFound, statusRefused, changeRefused, advanceRefused, invoiceFinalizing],
    ...[groupHasNoPayer, nothingToRefund, invoiceIsAdjusted, adjustmentGaveBack],
    ...[chargeTakenOver, chargeAddedTo, settledCreditSpent],
    ...[customInvalid, customNotOver, customTooLarge, billableNotFound],
    ...[draftNotPast, draftNotOver, compositeNotOver, draftIsBlank, invoiceCannotBeBilled, concurrentChange],
  ],
  async handle(context, { params, body = {} }) {
    const { actor } = context;
    const { status, autoAdvance, ...edits } = body;
    const id = params.invoice_id;
    await changeInvoice(context, { id, status, autoAdvance, by: actor.credentialId, edits });
    return showInvoice(context, id);
  },
});
