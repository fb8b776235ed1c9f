import { type Static, Type } from 'typebox';
import {
  Address,
  Closed,
  DateTime,
  Email,
  List,
  MultilineText,
  Name,
  Nullable,
  PageOf,
  Text,
} from '#platform/http/schemas.ts';

const NamedValue = Closed(
  {
    name: Name(1, 60, { description: 'Label as printed: USt-IdNr., IBAN' }),
    value: Name(1, 200),
  },
  { component: 'NamedValue' },
);
export type NamedValue = Static<typeof NamedValue>;

const name = Name(1, 255, { description: 'Name of the seller, as printed' });
const email = Email({ isEmptyAllowed: true, description: "Empty: the organization's" });
const taxIds = List(NamedValue, { maxItems: 10, description: 'Printed below the address' });
const bankDetails = List(NamedValue, {
  maxItems: 20,
  description: 'Printed below the lines while an amount is due, unless the template has its own text',
});
const paymentInstructions = MultilineText(0, 2000, { description: 'Printed below the bank details' });
const logoFileId = Text(1, 50, {
  description: 'Id from POST /ext/v1/invoice_templates/logos; printed if the template has no logo',
});
const isDefault = Type.Boolean({
  description:
    'Used unless the setting SELLER_ENTITY_ID selects another; the first seller entity is always the default',
});

/** The optional members of a seller entity. */
const beside = {
  address: Type.Optional(Nullable(Address)),
  email: Type.Optional(email),
  taxIds: Type.Optional(taxIds),
  bankDetails: Type.Optional(bankDetails),
  paymentInstructions: Type.Optional(paymentInstructions),
  logoFileId: Type.Optional(Nullable(logoFileId)),
  isDefault: Type.Optional(isDefault),
};

export const CreateSellerEntityRequest = Closed(
  { name, ...beside },
  { component: 'CreateSellerEntityRequest' },
);

export const UpdateSellerEntityRequest = Closed(
  { name: Type.Optional(name), ...beside },
  { component: 'UpdateSellerEntityRequest' },
);
export type UpdateSellerEntityRequest = Static<typeof UpdateSellerEntityRequest>;

export const SellerEntity = Closed(
  {
    id: Type.String(),
    name,
    address: Type.Optional(Address),
    email: Type.Optional(Type.String()),
    taxIds,
    bankDetails,
    paymentInstructions: Type.Optional(Type.String()),
    logoFileId: Type.Optional(Type.String()),
    isDefault,
    createdAt: DateTime(),
    updatedAt: DateTime(),
  },
  { component: 'SellerEntity' },
);
export type SellerEntity = Static<typeof SellerEntity>;
export const SellerEntityPage = PageOf(SellerEntity);
export const SellerEntityParams = Type.Object({ seller_entity_id: Text(1, 50) });
