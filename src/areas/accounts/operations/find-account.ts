import { Type } from 'typebox';
import { operation } from '#platform/http/operation.ts';
import { Closed, Text } from '#platform/http/schemas.ts';
import { accountNotFound } from '../problems.ts';
import { listAccountReferences, resolveReference } from '../store/matches.ts';

const FoundAccount = Closed(
  {
    id: Type.String(),
    name: Type.String(),
    customerId: Type.String(),
    customerName: Type.String(),
    alias: Type.Optional(Type.String({ description: 'The alias that matched; absent if the id did' })),
  },
  { component: 'FoundAccount' },
);

export const findAccount = operation({
  id: 'findAccount',
  method: 'GET',
  route: '/ext/v1/account_references/{account_id}',
  scope: 'accounts:read',
  summary: 'Get the account that an id or an alias means now',
  description: 'As for an event of this moment: an exact id wins over an alias, whose case does not matter.',
  request: { params: Type.Object({ account_id: Text(1, 512, { description: 'Id or alias' }) }) },
  response: { status: 200, body: FoundAccount },
  problems: [accountNotFound],
  async handle({ tx, org, now }, { params }) {
    const reference = params.account_id;
    const found = resolveReference((await listAccountReferences(tx, org, [reference])).get(reference), now);
    if (!found) throw accountNotFound({ id: reference });
    const { accountId: id, accountName: name, customerId, customerName, alias } = found;
    return { id, name, customerId, customerName, ...(alias !== null && { alias }) };
  },
});
