import {
  CustomerParams,
  customerArchived,
  customerNotFound,
  lockCustomer,
  updateCustomerRow,
} from '#areas/customers/index.ts';
import { publishEvent } from '#areas/webhooks/index.ts';
import { operation } from '#platform/http/operation.ts';
import { Success } from '#platform/http/schemas.ts';
import { archiveAccounts } from '../archive-accounts.ts';
import { accountHasDraftInvoice, accountHasMoney, accountScheduled } from '../problems.ts';
import { lockAccountsOfCustomer } from '../store/accounts.ts';

// In the accounts area, because the customer and all its accounts are archived together or not at all.
export const archiveCustomer = operation({
  id: 'archiveCustomer',
  method: 'DELETE',
  route: '/customers/{customer_id}',
  scope: 'customers:write',
  summary: 'Archive a customer and its accounts',
  request: { params: CustomerParams },
  response: { status: 200, body: Success },
  problems: [customerNotFound, customerArchived, accountScheduled, accountHasDraftInvoice, accountHasMoney],
  deletes: 'customer',
  async handle({ tx, org, now }, { params }) {
    const customer = await lockCustomer(tx, org, params.customer_id);
    if (!customer) throw customerNotFound({ id: params.customer_id });
    if (customer.status === 'ARCHIVED') throw customerArchived({ id: customer.id });
    const accounts = await lockAccountsOfCustomer(tx, org, customer.id);
    const open = accounts.filter(({ status }) => status !== 'ARCHIVED');
    await archiveAccounts(tx, org, { accountIds: open.map(({ id }) => id), now });
    await updateCustomerRow(tx, org, { id: customer.id, now, set: { status: 'ARCHIVED' } });
    publishEvent(tx, org, { type: 'customer.archived', id: customer.id, now });
    return { success: true };
  },
});
