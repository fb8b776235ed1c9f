import { operation } from '#platform/http/operation.ts';
import { describeCustomer } from '../rules.ts';
import { CustomerPage } from '../schema.ts';
import { customerList, listCustomers as listRows } from '../store.ts';

export const listCustomers = operation({
  id: 'listCustomers',
  method: 'GET',
  route: '/customers',
  scope: 'customers:read',
  summary: 'List customers',
  description: 'Lists active customers unless the query filters by status.',
  response: { status: 200, body: CustomerPage },
  list: customerList,
  async handle({ tx, org }, { page }) {
    const { rows, nextToken } = await listRows(tx, org, page);
    return { data: rows.map(describeCustomer), nextToken };
  },
});
