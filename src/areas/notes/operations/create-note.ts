import { accountNotFound, getAccount } from '#areas/accounts/index.ts';
import { customerNotFound, holdCustomer } from '#areas/customers/index.ts';
import { operation } from '#platform/http/operation.ts';
import { newId } from '#platform/ids.ts';
import { describeNote } from '../describe-note.ts';
import { noteOwnerMissing } from '../problems.ts';
import { CreateNoteRequest, Note } from '../schema.ts';
import { insertNote } from '../store.ts';

export const createNote = operation({
  id: 'createNote',
  method: 'POST',
  route: '/ext/v1/notes',
  scope: 'customers:write',
  summary: 'Write a note about a customer or an account',
  description:
    'For colleagues; customers never see notes. Archived customers and accounts can have notes, too. A ' +
    'note about an account also belongs to its customer.',
  request: { body: CreateNoteRequest },
  response: { status: 201, body: Note },
  problems: [noteOwnerMissing, customerNotFound, accountNotFound],
  async handle({ tx, org, now, actor }, { body }) {
    const { customerId: wanted, accountId, text } = body;
    if ((wanted === undefined) === (accountId === undefined)) throw noteOwnerMissing();
    const account = accountId === undefined ? null : await getAccount(tx, org, accountId);
    const customerId = account?.customerId ?? wanted ?? '';
    // Held, so that an erasure of the customer also finds this note.
    const customer = await holdCustomer(tx, org, customerId);
    if (!customer) throw customerNotFound({ id: customerId });
    const row = await insertNote(tx, org, {
      ...{ id: newId('note', now), customerId: customer.id, accountId: account?.id ?? null, text },
      ...{ author: actor.credentialId, authorName: actor.user?.name ?? null },
      ...{ createdAt: now, updatedAt: now },
    });
    return describeNote(row);
  },
});
