import { Type } from 'typebox';
import { operation } from '#platform/http/operation.ts';
import { paymentNotFound } from '../problems.ts';
import { readPayment } from '../read-payment.ts';
import { Payment, PaymentParams } from '../schema.ts';

export const getPayment = operation({
  id: 'getPayment',
  method: 'GET',
  route: '/payments/{payment_id}',
  scope: 'payments:read',
  summary: 'Get a payment',
  description: 'Version 1 is the payment as recorded; a reversed payment has a version 2.',
  request: {
    params: PaymentParams,
    query: Type.Object({
      version: Type.Optional(
        Type.Integer({ minimum: 1, maximum: 2 ** 31 - 1, description: 'Default: the latest' }),
      ),
    }),
  },
  response: { status: 200, body: Payment },
  problems: [paymentNotFound],
  handle: (context, { params, query }) =>
    readPayment(context, { id: params.payment_id, version: query.version }),
});
