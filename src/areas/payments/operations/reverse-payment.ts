import { accountNotFound } from '#areas/accounts/index.ts';
import {
  findPayment,
  invoiceNotFound,
  paymentNotReversible,
  paymentReversed,
  reversePayment as reverse,
} from '#areas/invoices/index.ts';
import { operation } from '#platform/http/operation.ts';
import { concurrentChange } from '#platform/problem.ts';
import { paymentNotFound } from '../problems.ts';
import { readPayment } from '../read-payment.ts';
import { Payment, PaymentParams, ReversePaymentRequest } from '../schema.ts';

export const reversePayment = operation({
  id: 'reversePayment',
  method: 'POST',
  route: '/ext/v1/payments/{payment_id}/reverse',
  scope: 'payments:write',
  summary: 'Reverse a payment',
  description:
    'For a payment recorded in error: its invoices are owed again, the wallet returns its part, and its ' +
    'credits become void. All or nothing: rejected if any part was spent meanwhile. Final; the payment ' +
    'gets a version 2 with the reason, and its reference can be recorded again.',
  request: { params: PaymentParams, body: ReversePaymentRequest },
  response: { status: 200, body: Payment },
  problems: [
    ...[paymentNotFound, paymentReversed, paymentNotReversible, accountNotFound, invoiceNotFound],
    concurrentChange,
  ],
  async handle(context, { params, body }) {
    const id = params.payment_id;
    const payment = await findPayment(context.tx, context.org, id);
    if (!payment) throw paymentNotFound({ id });
    await reverse(context, payment, { reason: body.reason, by: context.actor.credentialId });
    return readPayment(context, { id });
  },
});
