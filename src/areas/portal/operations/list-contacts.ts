import { CustomerParams, customerNotFound } from '#areas/customers/index.ts';
import { operation } from '#platform/http/operation.ts';
import { getCustomer } from '../read-contact.ts';
import { describeContact } from '../rules.ts';
import { ContactPage } from '../schema.ts';
import { contactList, listContacts as listRows } from '../store/contacts.ts';

export const listContacts = operation({
  id: 'listContacts',
  method: 'GET',
  route: '/ext/v1/customers/{customer_id}/contacts',
  scope: 'customers:read',
  summary: 'List the contacts of a customer',
  request: { params: CustomerParams },
  response: { status: 200, body: ContactPage },
  problems: [customerNotFound],
  list: contactList,
  async handle({ tx, org }, { params, page }) {
    const { id: customerId } = await getCustomer(tx, org, params.customer_id);
    const { rows, nextToken } = await listRows(tx, org, { customerId, page });
    return { data: rows.map(describeContact), nextToken };
  },
});
