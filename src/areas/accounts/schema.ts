import { type Static, Type } from 'typebox';
import { CLIENT_ID, Customer, newCustomerMembers, TaxId } from '#areas/customers/index.ts';
import { EntitySetting } from '#areas/settings/index.ts';
import {
  Address,
  Closed,
  CURRENCY_CODE,
  DateTime,
  Email,
  Enum,
  Extension,
  List,
  Metadata,
  Name,
  Nullable,
  PageOf,
  Text,
} from '#platform/http/schemas.ts';
import { NewTimedAlias } from './alias-schema.ts';

export const ACCOUNT_STATUSES = ['ACTIVE', 'DRAFT', 'ARCHIVED'] as const;
const OPEN_STATUSES = ['ACTIVE', 'DRAFT'] as const;

const name = Name(3, 255);
const invoiceCurrency = Text(3, 3, { ...CURRENCY_CODE, description: 'ISO 4217 code' });
const primaryEmail = Email({ isEmptyAllowed: true });
const ownTaxIds = List(TaxId, {
  ...{ maxItems: 10, description: "Overrides the customer's tax ids; absent: inherited from the customer" },
});
const netTermDays = Type.Integer({ minimum: 0, maximum: 365 });
const metadata = Metadata();
const tags = List(Text(1, 50), { maxItems: 20, description: 'Stored in lower case; duplicates collapse' });
const recipients = List(Email(), { maxItems: 20 });

export const BillingInformation = Closed(
  {
    emailRecipients: Type.Optional(recipients),
    additionalEmailRecipients: Type.Optional(recipients),
  },
  { component: 'BillingInformation' },
);
export type BillingInformation = Static<typeof BillingInformation>;

const newAccountMembers = {
  id: Text(1, 50, CLIENT_ID),
  name,
  invoiceCurrency: Type.Optional(invoiceCurrency),
  aliases: Type.Optional(List(Text(3, 50), { maxItems: 10, description: 'Aliases; stored in lower case' })),
  accountAliases: Type.Optional(List(NewTimedAlias, { maxItems: 10 })),
  address: Type.Optional(Address),
  taxIds: Type.Optional(ownTaxIds),
  primaryEmail: Type.Optional(primaryEmail),
  settings: Type.Optional(List(EntitySetting, { maxItems: 10 })),
  netTermDays: Type.Optional(Nullable(netTermDays)),
  metadata: Type.Optional(metadata),
  tags: Type.Optional(tags),
  status: Type.Optional(Enum(OPEN_STATUSES)),
  billingInformation: Type.Optional(BillingInformation),
};

export const CreateAccountRequest = Closed(
  { ...newAccountMembers, customerId: Text(1, 255) },
  { component: 'CreateAccountRequest' },
);
export type CreateAccountRequest = Static<typeof CreateAccountRequest>;
export const FirstAccount = Closed(newAccountMembers, { component: 'FirstAccount' });
export type FirstAccount = Static<typeof FirstAccount>;

export const UpdateAccountRequest = Closed(
  {
    name: Type.Optional(name),
    status: Type.Optional(Enum(OPEN_STATUSES)),
    invoiceCurrency: Type.Optional(invoiceCurrency),
    netTermDays: Type.Optional(Nullable(netTermDays)),
    primaryEmail: Type.Optional(Nullable(primaryEmail)),
    address: Type.Optional(Nullable(Address)),
    taxIds: Type.Optional(Nullable(ownTaxIds)),
    // The public API ignores null here; an empty object clears the map.
    metadata: Type.Optional(Nullable(metadata)),
    tags: Type.Optional(Nullable(tags)),
    billingInformation: Type.Optional(Nullable(BillingInformation)),
    expectedVersion: Type.Optional(
      Extension(
        Type.Integer({
          minimum: 0,
          maximum: Number.MAX_SAFE_INTEGER,
          description: 'The `version` that you read: 409 if another request changed the account since then',
        }),
      ),
    ),
  },
  { component: 'UpdateAccountRequest' },
);
export type UpdateAccountRequest = Static<typeof UpdateAccountRequest>;

/** The members of an account's invoice group that the account shows. */
export const InvoiceGroupDetails = Closed(
  {
    id: Type.String(),
    name: Type.String(),
    email: Type.String(),
    dailyInvoiceConsolidation: Type.Boolean({
      description: 'True: all invoices of a day are merged; false: only those of cycles',
    }),
    netTermDays: Type.Optional(netTermDays),
    invoiceCurrency,
    billingAddress: Address,
  },
  { component: 'InvoiceGroupDetails' },
);
export type InvoiceGroupDetails = Static<typeof InvoiceGroupDetails>;

export const Account = Closed(
  {
    id: Text(0, 50),
    platformAccountId: Type.String({
      description: 'Unique identifier of the account, assigned by the platform',
    }),
    platformCustomerId: Type.String({
      description: 'Unique identifier of the customer, assigned by the platform',
    }),
    name,
    customerId: Type.String(),
    invoiceCurrency,
    aliases: Type.Array(Closed({ alias: Type.String() }), {
      description: 'Aliases at the requested instant; includes the account id itself only under WIRE_LEGACY',
    }),
    netTermDays: Type.Optional(netTermDays),
    address: Type.Optional(Address),
    taxIds: Type.Optional(ownTaxIds),
    primaryEmail: Type.Optional(Type.String()),
    status: Enum(ACCOUNT_STATUSES),
    settings: Type.Array(EntitySetting, { description: 'The ten oldest; GET /settings lists all' }),
    invoiceGroupDetails: Type.Optional(InvoiceGroupDetails),
    metadata: Type.Optional(metadata),
    tags: Type.Optional(Type.Array(Type.String())),
    billingInformation: Type.Optional(BillingInformation),
    version: Type.Optional(
      Extension(Type.Integer({ description: 'Counts the changes; present if the request includes it' })),
    ),
  },
  { component: 'Account' },
);
export type Account = Static<typeof Account>;

export const AccountPage = PageOf(Account);
export const AccountParams = Type.Object({ account_id: Text(1, 50) });
export const AccountQuery = Type.Object({
  effectiveOn: Type.Optional(
    DateTime({ description: 'Instant of the aliases and the invoice group in the response; default: now' }),
  ),
  includeGroupDetails: Type.Optional(
    Type.Boolean({ description: "Includes the account's invoice group, if any" }),
  ),
  includeVersion: Type.Optional(
    Extension(Type.Boolean({ description: 'Includes the version, which an update can expect' })),
  ),
});

export const CreateCustomerRequest = Closed(
  {
    ...newCustomerMembers,
    account: Type.Optional(FirstAccount),
  },
  { component: 'CreateCustomerRequest' },
);
export type CreateCustomerRequest = Static<typeof CreateCustomerRequest>;

export const CreateCustomerResponse = Closed(
  {
    id: Customer.properties.id,
    platformCustomerId: Customer.properties.platformCustomerId,
    name: Customer.properties.name,
    primaryEmail: Customer.properties.primaryEmail,
    billingAddress: Customer.properties.billingAddress,
    address: Address,
    taxIds: Customer.properties.taxIds,
    settings: Type.Array(EntitySetting),
    account: Account,
  },
  { component: 'CreateCustomerResponse' },
);
