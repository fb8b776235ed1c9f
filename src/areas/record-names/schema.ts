import { type Static, Type } from 'typebox';
import { Closed, List, Text } from '#platform/http/schemas.ts';

/** Ids of a kind in one request; a page of a list has no more rows. */
const MAX_IDS = 200;

const ids = (of: string) =>
  Type.Optional(List(Text(1, 255), { maxItems: MAX_IDS, uniqueItems: true, description: `Ids of ${of}` }));

export const GetRecordNamesRequest = Closed(
  {
    accountIds: ids('accounts'),
    customerIds: ids('customers'),
    apiKeyIds: ids('API keys'),
    invoiceIds: ids('invoices'),
    userIds: ids('users'),
  },
  { component: 'GetRecordNamesRequest' },
);
export type GetRecordNamesRequest = Static<typeof GetRecordNamesRequest>;

const RecordName = Closed({ id: Type.String(), name: Type.String() }, { component: 'RecordName' });
export type RecordName = Static<typeof RecordName>;

const names = (scope: string) =>
  Type.Array(RecordName, { description: `In the order of their ids; empty without the scope ${scope}` });

export const RecordNames = Closed(
  {
    accounts: names('accounts:read'),
    customers: names('customers:read'),
    apiKeys: names('org:read or requests:read'),
    invoices: Type.Array(RecordName, {
      description:
        'Their numbers, in the order of their ids; without drafts, and empty without the scope invoices:read',
    }),
    users: Type.Array(RecordName, {
      description: 'Members, in the order of their ids; empty without the scope org:read',
    }),
  },
  { component: 'RecordNames' },
);
export type RecordNames = Static<typeof RecordNames>;
