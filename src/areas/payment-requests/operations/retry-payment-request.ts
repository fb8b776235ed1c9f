import { accountNotFound } from '#areas/accounts/index.ts';
import { invoiceNotFound } from '#areas/invoices/index.ts';
import { operation } from '#platform/http/operation.ts';
import { concurrentChange } from '#platform/problem.ts';
import { lockCollected } from '../collect-invoice.ts';
import {
  invoiceNotOwed,
  nobodyCollects,
  requestEnded,
  requestNotFound,
  requestPending,
} from '../problems.ts';
import { readRequest } from '../read-request.ts';
import { requestNow } from '../request-now.ts';
import { PaymentRequest, PaymentRequestParams } from '../schema.ts';
import { reopenCall } from '../store/calls.ts';
import { findRequest } from '../store/requests.ts';

export const retryPaymentRequest = operation({
  id: 'retryPaymentRequest',
  method: 'POST',
  route: '/ext/v1/payment_requests/{payment_request_id}/retry',
  scope: 'payments:write',
  summary: 'Retry a payment request now',
  description:
    'For a FAILED request: the response is a new request, the next attempt, for the current outstanding ' +
    'amount. For a PENDING request whose call was GIVEN_UP: the provider is called again under the same ' +
    'key; first verify that it still knows that key, or it may collect twice.',
  request: { params: PaymentRequestParams },
  response: { status: 200, body: PaymentRequest },
  problems: [
    ...[requestNotFound, requestEnded, requestPending, invoiceNotFound, invoiceNotOwed, nobodyCollects],
    ...[accountNotFound, concurrentChange],
  ],
  async handle(context, { params }) {
    const { tx, org } = context;
    const id = params.payment_request_id;
    const requested = await findRequest(tx, org, id);
    const found = requested && (await lockCollected(context, requested.invoiceId));
    // Read again under the locks.
    const request = found && (await findRequest(tx, org, id));
    if (!request) throw requestNotFound({ id });
    if (request.status === 'PENDING') {
      if (!(await reopenCall(tx, org, id))) throw requestPending({ id });
      return readRequest(context, id);
    }
    const { status } = request;
    if (status !== 'FAILED') throw requestEnded({ id, status });
    return readRequest(context, await requestNow(context, found, request));
  },
});
