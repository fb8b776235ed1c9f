import { customerNotFound } from '#areas/customers/index.ts';
import { operation } from '#platform/http/operation.ts';
import { Success } from '#platform/http/schemas.ts';
import { contactNotFound } from '../problems.ts';
import { getCustomer } from '../read-contact.ts';
import { ContactParams } from '../schema.ts';
import { deleteContact as deleteRow, lockContact } from '../store/contacts.ts';

export const deleteContact = operation({
  id: 'deleteContact',
  method: 'DELETE',
  route: '/ext/v1/customers/{customer_id}/contacts/{username}',
  scope: 'customers:write',
  summary: 'Delete a contact',
  description: 'Deletes all data of the contact. Its portal tokens end within a second.',
  request: { params: ContactParams },
  response: { status: 200, body: Success },
  problems: [customerNotFound, contactNotFound],
  deletes: 'contact',
  async handle({ tx, org }, { params }) {
    const { id: customerId } = await getCustomer(tx, org, params.customer_id);
    const row = await lockContact(tx, org, { customerId, username: params.username });
    if (!row) throw contactNotFound({ id: params.username });
    await deleteRow(tx, org, row.username);
    return { success: true };
  },
});
