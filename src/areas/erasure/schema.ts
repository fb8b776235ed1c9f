import { Type } from 'typebox';
import { Closed, Text } from '#platform/http/schemas.ts';

export const ContactParams = Type.Object({ customer_id: Text(1, 255), username: Text(1, 100) });
export const Erasure = Closed({
  customerId: Type.String(),
  accounts: Type.Integer({ description: 'Accounts that say nothing of persons any more' }),
  contacts: Type.Integer({ description: 'Contacts that are pseudonyms now' }),
});
