import { accountNotFound } from '#areas/accounts/index.ts';
import { invoiceNotFound } from '#areas/invoices/index.ts';
import { operation } from '#platform/http/operation.ts';
import { concurrentChange } from '#platform/problem.ts';
import { lockCollected } from '../collect-invoice.ts';
import { invoiceNotOwed, nobodyCollects, requestPending } from '../problems.ts';
import { readRequest } from '../read-request.ts';
import { requestNow } from '../request-now.ts';
import { CreatePaymentRequestRequest, PaymentRequest } from '../schema.ts';

export const createPaymentRequest = operation({
  id: 'createPaymentRequest',
  method: 'POST',
  route: '/ext/v1/payment_requests',
  scope: 'payments:write',
  summary: 'Have the payment provider collect an invoice now',
  description:
    'For an invoice that fell due before there was a provider, or that is no longer collected ' +
    'automatically. The provider collects the outstanding amount, which is recorded as a payment.',
  request: { body: CreatePaymentRequestRequest },
  response: { status: 201, body: PaymentRequest },
  problems: [
    ...[invoiceNotFound, accountNotFound, invoiceNotOwed, nobodyCollects, requestPending, concurrentChange],
  ],
  async handle(context, { body }) {
    const found = await lockCollected(context, body.invoiceId);
    if (!found) throw invoiceNotFound({ id: body.invoiceId });
    return readRequest(context, await requestNow(context, found));
  },
});
