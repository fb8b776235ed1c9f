import { operation } from '#platform/http/operation.ts';
import { requestNotFound } from '../problems.ts';
import { readRequest } from '../read-request.ts';
import { PaymentRequest, PaymentRequestParams } from '../schema.ts';

export const getPaymentRequest = operation({
  id: 'getPaymentRequest',
  method: 'GET',
  route: '/ext/v1/payment_requests/{payment_request_id}',
  scope: 'payments:read',
  summary: 'Get a payment request',
  request: { params: PaymentRequestParams },
  response: { status: 200, body: PaymentRequest },
  problems: [requestNotFound],
  handle: (context, { params }) => readRequest(context, params.payment_request_id),
});
