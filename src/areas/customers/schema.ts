import { type Static, Type } from 'typebox';
import { EntitySetting } from '#areas/settings/index.ts';
import {
  Address,
  Closed,
  DateTime,
  Email,
  Enum,
  Extension,
  List,
  Name,
  PageOf,
  Text,
} from '#platform/http/schemas.ts';
import { TaxIds } from './tax-ids/schema.ts';

export const CUSTOMER_STATUSES = ['ACTIVE', 'ARCHIVED'] as const;

/** Ids that a caller chooses: readable in a URL without escaping. */
export const CLIENT_ID = {
  pattern: '^[A-Za-z0-9][A-Za-z0-9._@+:-]*$',
  form: 'must begin with a letter or a digit and contain only letters, digits and . _ @ + : -',
};

const name = Name(3, 255);
const primaryEmail = Email();

export const Customer = Closed(
  {
    id: Text(0, 255),
    platformCustomerId: Type.String({
      description: 'Unique identifier of the customer, assigned by the platform',
    }),
    name,
    primaryEmail,
    billingAddress: Text(0, 1000, { description: 'The address in one line, without the phone number' }),
    address: Address,
    taxIds: Type.Optional(TaxIds),
    status: Enum(CUSTOMER_STATUSES),
    createdAt: DateTime(),
    updatedAt: DateTime(),
    version: Type.Optional(
      Extension(Type.Integer({ description: 'Counts the changes; present if the request includes it' })),
    ),
  },
  { component: 'Customer' },
);
export type Customer = Static<typeof Customer>;

export const CustomerPage = PageOf(Customer);

/** Members of a request that creates a customer; the first account is beside them. */
export const newCustomerMembers = {
  id: Text(1, 255, CLIENT_ID),
  name,
  primaryEmail,
  address: Address,
  taxIds: Type.Optional(TaxIds),
  settings: Type.Optional(List(EntitySetting, { maxItems: 10 })),
};

export const UpdateCustomerRequest = Closed(
  {
    name: Type.Optional(name),
    primaryEmail: Type.Optional(primaryEmail),
    address: Type.Optional(Address),
    taxIds: Type.Optional(TaxIds),
    expectedVersion: Type.Optional(
      Extension(
        Type.Integer({
          minimum: 0,
          maximum: Number.MAX_SAFE_INTEGER,
          description: 'The `version` that you read: 409 if another request changed the customer since then',
        }),
      ),
    ),
  },
  { component: 'UpdateCustomerRequest' },
);

export const CustomerQuery = Type.Object({
  includeVersion: Type.Optional(
    Extension(Type.Boolean({ description: 'Includes the version, which an update can expect' })),
  ),
});
export const CustomerParams = Type.Object({ customer_id: Text(1, 255) });
