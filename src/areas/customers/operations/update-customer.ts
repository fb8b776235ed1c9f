import { publishEvent } from '#areas/webhooks/index.ts';
import { operation } from '#platform/http/operation.ts';
import { concurrentChange } from '#platform/problem.ts';
import { customerArchived, customerNotFound, taxIdInvalid } from '../problems.ts';
import { readAddress } from '../read-address.ts';
import { describeCustomer } from '../rules.ts';
import { Customer, CustomerParams, UpdateCustomerRequest } from '../schema.ts';
import { lockCustomer, updateCustomerRow } from '../store.ts';
import { readTaxIds } from '../tax-ids/read-tax-ids.ts';

export const updateCustomer = operation({
  id: 'updateCustomer',
  method: 'PATCH',
  route: '/customers/{customer_id}',
  scope: 'customers:write',
  summary: 'Change a customer',
  description: 'The request replaces the address and the tax ids as a whole. Issued invoices keep theirs.',
  request: { params: CustomerParams, body: UpdateCustomerRequest },
  response: { status: 200, body: Customer },
  problems: [customerNotFound, customerArchived, taxIdInvalid, concurrentChange],
  async handle({ tx, org, now }, { params, body }) {
    const address = body.address && readAddress(body.address);
    const taxIds = body.taxIds && readTaxIds(body.taxIds);
    const row = await lockCustomer(tx, org, params.customer_id);
    if (!row) throw customerNotFound({ id: params.customer_id });
    if (body.expectedVersion !== undefined && body.expectedVersion !== row.rowVersion)
      throw concurrentChange();
    if (row.status === 'ARCHIVED') throw customerArchived({ id: row.id });
    const set = {
      ...(body.name !== undefined && { name: body.name }),
      ...(body.primaryEmail !== undefined && { primaryEmail: body.primaryEmail }),
      ...(address && { address }),
      ...(taxIds && { taxIds }),
    };
    const previous = Object.fromEntries(
      Object.keys(set).map((name) => [name, row[name as keyof typeof set]]),
    );
    publishEvent(tx, org, { type: 'customer.updated', id: row.id, now, previous });
    return describeCustomer(await updateCustomerRow(tx, org, { id: row.id, now, set }));
  },
});
