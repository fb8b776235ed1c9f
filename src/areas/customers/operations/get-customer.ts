import { operation } from '#platform/http/operation.ts';
import { customerNotFound } from '../problems.ts';
import { describeCustomer } from '../rules.ts';
import { Customer, CustomerParams, CustomerQuery } from '../schema.ts';
import { findCustomer } from '../store.ts';

export const getCustomer = operation({
  id: 'getCustomer',
  method: 'GET',
  route: '/customers/{customer_id}',
  scope: 'customers:read',
  portal: { mode: 'READ' },
  summary: 'Get a customer, active or archived',
  description: 'Accepts the chosen id or the platform id.',
  request: { params: CustomerParams, query: CustomerQuery },
  response: { status: 200, body: Customer },
  problems: [customerNotFound],
  async handle({ tx, org }, { params, query }) {
    const row = await findCustomer(tx, org, params.customer_id);
    if (!row) throw customerNotFound({ id: params.customer_id });
    return { ...describeCustomer(row), ...(query.includeVersion && { version: row.rowVersion }) };
  },
});
