import { type Static, Type } from 'typebox';
import { Closed, DateTime, Enum, PageOf, Text } from '#platform/http/schemas.ts';

export const ContactParams = Type.Object({ customer_id: Text(1, 255), username: Text(1, 100) });
export const ErasureParams = Type.Object({ erasure_id: Text(1, 100) });

const ERASED = {
  customerId: Type.String(),
  accounts: Type.Integer({ description: 'Accounts without personal data from now on' }),
  contacts: Type.Integer({ description: 'Contacts replaced by pseudonyms' }),
};
/** The response of an erasing operation; the search of everything else follows. */
export const ErasureResult = Closed(
  {
    ...ERASED,
    erasureId: Type.String({ description: 'GET /ext/v1/erasures/{erasure_id} shows when it is complete' }),
  },
  { component: 'ErasureResult' },
);
export type ErasureResult = Static<typeof ErasureResult>;

export const ERASURE_STATUSES = ['RUNNING', 'COMPLETED'] as const;
export type ErasureStatus = (typeof ERASURE_STATUSES)[number];

export const Erasure = Closed(
  {
    id: Type.String(),
    customerId: ERASED.customerId,
    username: Type.Optional(Type.String({ description: 'For the erasure of a single contact' })),
    status: Enum(ERASURE_STATUSES, {
      description: 'RUNNING while files, mails and webhook events are searched',
    }),
    accounts: Type.Optional(ERASED.accounts),
    contacts: Type.Optional(ERASED.contacts),
    deletedFiles: Type.Integer({
      description: 'Files deleted so far: they mentioned the person, or had no committed row',
    }),
    startedAt: DateTime(),
    completedAt: Type.Optional(DateTime({ description: 'When the search was complete' })),
  },
  { component: 'Erasure' },
);
export const ErasurePage = PageOf(Erasure);

export const WipeRequest = Closed(
  {
    organizationId: Text(1, 50, { description: 'Of the organization, as a confirmation' }),
  },
  { component: 'WipeRequest' },
);
export const Wipe = Closed(
  {
    organizationId: Type.String(),
    removedRows: Type.Integer({ description: 'Number of deleted database rows' }),
  },
  { component: 'Wipe' },
);
