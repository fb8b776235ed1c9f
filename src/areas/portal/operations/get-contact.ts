import { customerNotFound } from '#areas/customers/index.ts';
import { operation } from '#platform/http/operation.ts';
import { contactNotFound } from '../problems.ts';
import { getCustomer, getContact as getRow } from '../read-contact.ts';
import { describeContact } from '../rules.ts';
import { Contact, ContactParams } from '../schema.ts';

export const getContact = operation({
  id: 'getContact',
  method: 'GET',
  route: '/ext/v1/customers/{customer_id}/contacts/{username}',
  scope: 'customers:read',
  summary: 'Get a contact with its portal access',
  request: { params: ContactParams },
  response: { status: 200, body: Contact },
  problems: [customerNotFound, contactNotFound],
  async handle({ tx, org }, { params }) {
    const { id: customerId } = await getCustomer(tx, org, params.customer_id);
    return describeContact(await getRow(tx, org, { customerId, username: params.username }));
  },
});
