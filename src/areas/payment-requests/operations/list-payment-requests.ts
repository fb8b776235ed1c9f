import { operation } from '#platform/http/operation.ts';
import { describeRequest } from '../describe.ts';
import { PaymentRequestPage } from '../schema.ts';
import { listCalls } from '../store/calls.ts';
import { listRequests, requestList } from '../store/requests.ts';

export const listPaymentRequests = operation({
  id: 'listPaymentRequests',
  method: 'GET',
  route: '/ext/v1/payment_requests',
  scope: 'payments:read',
  summary: 'List payment requests',
  response: { status: 200, body: PaymentRequestPage },
  list: requestList,
  async handle({ tx, org }, { page }) {
    const { rows, nextToken } = await listRequests(tx, org, page);
    const ids = rows.map(({ id }) => id);
    const calls = await listCalls(tx, org, ids);
    return { data: rows.map((row) => describeRequest(row, calls.get(row.id) ?? [])), nextToken };
  },
});
