import { Type } from 'typebox';
import { Closed, Text } from '#platform/http/schemas.ts';

export const ContactParams = Type.Object({ customer_id: Text(1, 255), username: Text(1, 100) });
export const Erasure = Closed(
  {
    customerId: Type.String(),
    accounts: Type.Integer({ description: 'Accounts that say nothing of persons any more' }),
    contacts: Type.Integer({ description: 'Contacts that are pseudonyms now' }),
  },
  { component: 'Erasure' },
);

export const WipeRequest = Closed(
  {
    organizationId: Text(1, 50, { description: 'Of the organization, as a confirmation' }),
  },
  { component: 'WipeRequest' },
);
export const Wipe = Closed(
  {
    organizationId: Type.String(),
    removedRows: Type.Integer({ description: 'Rows of the database that were removed' }),
  },
  { component: 'Wipe' },
);
