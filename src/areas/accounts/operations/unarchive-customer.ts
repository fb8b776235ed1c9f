import {
  Customer,
  CustomerParams,
  customerNotArchived,
  customerNotFound,
  describeCustomer,
  lockCustomer,
  updateCustomerRow,
} from '#areas/customers/index.ts';
import { publishEvent } from '#areas/webhooks/index.ts';
import { quotaExceeded } from '#platform/db/quotas.ts';
import { operation } from '#platform/http/operation.ts';
import { checkRoom } from '../check-room.ts';

// Next to the operation that archives customers, although this one does not change accounts.
export const unarchiveCustomer = operation({
  id: 'unarchiveCustomer',
  method: 'POST',
  route: '/ext/v1/customers/{customer_id}/unarchive',
  scope: 'customers:write',
  summary: 'Unarchive a customer',
  description: 'The customer is ACTIVE again. Its accounts stay archived until each is unarchived.',
  request: { params: CustomerParams },
  response: { status: 200, body: Customer },
  problems: [customerNotFound, customerNotArchived, quotaExceeded],
  async handle({ tx, org, now, deployment }, { params }) {
    const customer = await lockCustomer(tx, org, params.customer_id);
    if (!customer) throw customerNotFound({ id: params.customer_id });
    const { id, status } = customer;
    if (status !== 'ARCHIVED') throw customerNotArchived({ id });
    const row = await updateCustomerRow(tx, org, { id, now, set: { status: 'ACTIVE' } });
    await checkRoom(tx, org, { quotas: deployment.quotas, added: ['customers'] });
    publishEvent(tx, org, { type: 'customer.updated', id, now, previous: { status: 'ARCHIVED' } });
    return describeCustomer(row);
  },
});
