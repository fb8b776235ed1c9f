import { type Static, Type } from 'typebox';
import { InvoiceGroupDetails } from '#areas/accounts/index.ts';
import { TaxIds } from '#areas/customers/index.ts';
import {
  Address,
  Closed,
  DateTime,
  Email,
  List,
  Name,
  Nullable,
  PageOf,
  Text,
} from '#platform/http/schemas.ts';

const name = Name(1, 255);
const email = Email();
const dailyInvoiceConsolidation = Type.Boolean({
  description: 'True: every invoice of a day is merged; false: only those of cycles',
});
const netTermDays = Type.Integer({
  minimum: 0,
  maximum: 365,
  description: "Net term of the group's invoices; default: that of the organization",
});
/** As long as the longest grace period of a plan. */
const gracePeriod = Type.Integer({
  minimum: 0,
  maximum: 90,
  description:
    "Days after the end of a cycle that members' invoices wait, if their own grace period is shorter; " +
    "default: the longest grace period among the members' plans",
});
const accountIds = List(Text(1, 50), { minItems: 1, maxItems: 100 });

export const CreateInvoiceGroupRequest = Closed(
  {
    name,
    email,
    dailyInvoiceConsolidation,
    accountIds,
    netTermDays: Type.Optional(netTermDays),
    gracePeriod: Type.Optional(gracePeriod),
    address: Address,
    taxIds: Type.Optional(TaxIds),
  },
  { component: 'CreateInvoiceGroupRequest' },
);

export const UpdateInvoiceGroupRequest = Closed(
  {
    name: Type.Optional(name),
    email: Type.Optional(email),
    dailyInvoiceConsolidation: Type.Optional(dailyInvoiceConsolidation),
    netTermDays: Type.Optional(Nullable(netTermDays)),
    gracePeriod: Type.Optional(Nullable(gracePeriod)),
    address: Type.Optional(Address),
    taxIds: Type.Optional(TaxIds),
  },
  { component: 'UpdateInvoiceGroupRequest' },
);

export const ChangeMembersRequest = Closed({ accountIds }, { component: 'ChangeMembersRequest' });

const members = {
  ...InvoiceGroupDetails.properties,
  taxIds: Type.Optional(TaxIds),
  accountsCount: Type.Integer(),
  gracePeriod: Type.Integer({ description: "Default: by the members' current plans" }),
  createdAt: DateTime(),
  updatedAt: DateTime(),
};

export const InvoiceGroup = Closed(members, { component: 'InvoiceGroup' });
export type InvoiceGroup = Static<typeof InvoiceGroup>;

export const InvoiceGroupPage = PageOf(InvoiceGroup);

/** The group with one page of its accounts. */
export const InvoiceGroupAccounts = Closed(
  {
    ...members,
    accounts: Type.Array(Type.String(), { description: 'Ids of accounts, in pages' }),
    nextToken: Nullable(Type.String({ maxLength: 500 })),
  },
  { component: 'InvoiceGroupAccounts' },
);

export const InvoiceGroupParams = Type.Object({ invoice_group_id: Text(1, 512) });
