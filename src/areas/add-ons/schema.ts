import { type Static, Type } from 'typebox';
import { Closed, DateTime, Enum, Name, Nullable, PageOf, Text } from '#platform/http/schemas.ts';

export const ADD_ON_TYPES = ['LICENSE', 'FIXED_FEE', 'CREDIT_GRANT', 'NAMED_LICENSE'] as const;
export const ADD_ON_STATUSES = ['ACTIVE', 'ARCHIVED'] as const;

const name = Name(1, 255);
const billableName = Text(0, 255, { description: 'Takes precedence over the name on invoices' });

export const AddOn = Closed(
  {
    id: Text(0, 50),
    name,
    type: Enum(ADD_ON_TYPES),
    billableName: Type.Optional(billableName),
    createdAt: DateTime(),
    status: Enum(ADD_ON_STATUSES),
    displayName: Type.String({ description: 'The billable name, or else the name' }),
  },
  { component: 'AddOn' },
);
export type AddOn = Static<typeof AddOn>;

/** The only list whose response has a context. */
export const AddOnPage = Closed(
  {
    ...PageOf(AddOn).properties,
    context: Closed({ pageSize: Type.Integer(), sortOrder: Enum(['ASC', 'DESC']) }),
  },
  { component: 'AddOnPage' },
);

export const CreateAddOnRequest = Closed(
  {
    name,
    type: Enum(ADD_ON_TYPES),
    billableName: Type.Optional(billableName),
  },
  { component: 'CreateAddOnRequest' },
);
export type CreateAddOnRequest = Static<typeof CreateAddOnRequest>;

export const UpdateAddOnRequest = Closed(
  {
    name: Type.Optional(name),
    billableName: Type.Optional(Nullable(billableName)),
  },
  { component: 'UpdateAddOnRequest' },
);
export type UpdateAddOnRequest = Static<typeof UpdateAddOnRequest>;

export const AddOnParams = Type.Object({ addon_id: Text(1, 50) });
