import { type Static, Type } from 'typebox';
import {
  Address,
  Closed,
  CURRENCY_CODE,
  DateTime,
  Email,
  Enum,
  ExactNumber,
  Metadata,
  PlainDate,
  Text,
} from '#platform/http/schemas.ts';

const metadata = Metadata();
const Currency = Text(3, 3, { ...CURRENCY_CODE, description: 'ISO 4217 code' });
const Timezone = Text(1, 64, {
  description: 'IANA time zone; days and cycles begin at local midnight in it',
});

export const Organization = Closed(
  {
    id: Type.String(),
    environment: Enum(['production', 'sandbox']),
    name: Type.String(),
    status: Enum(['ACTIVE', 'SUSPENDED', 'CLOSED']),
    timezone: Type.String(),
    baseCurrency: Type.String(),
    currencies: Type.Array(
      Closed({
        currency: Type.String(),
        rate: ExactNumber({ description: 'Applies until the first day of `rates`' }),
        rates: Type.Optional(
          Type.Array(Closed({ effectiveFrom: PlainDate(), rate: ExactNumber() }), {
            description: 'Each applies until the day of the next; absent if there is none',
          }),
        ),
      }),
    ),
    roundingMode: Enum(['HALF_UP', 'HALF_EVEN', 'DOWN']),
    address: Address,
    primaryEmail: Type.String(),
    metadata,
    createdAt: DateTime(),
    updatedAt: DateTime(),
  },
  { component: 'Organization' },
);
export type Organization = Static<typeof Organization>;

export const UpdateOrganizationRequest = Closed(
  {
    name: Type.Optional(Text(1, 255)),
    timezone: Type.Optional(Timezone),
    baseCurrency: Type.Optional(Currency),
    address: Type.Optional(Address),
    primaryEmail: Type.Optional(Email({ isEmptyAllowed: true })),
    metadata: Type.Optional(metadata),
  },
  { component: 'UpdateOrganizationRequest' },
);
export type UpdateOrganizationRequest = Static<typeof UpdateOrganizationRequest>;

const Rate = ExactNumber({
  exclusiveMinimum: '0',
  maximum: '99999999999999999999',
  description: 'To the base currency; for reports only, never for prices',
});
export const AddCurrencyRequest = Closed(
  { currency: Currency, rate: Rate },
  { component: 'AddCurrencyRequest' },
);
export const AddRateRequest = Closed(
  {
    rate: Rate,
    effectiveFrom: PlainDate({ description: 'The first local day whose amounts this rate converts' }),
  },
  { component: 'AddRateRequest' },
);
export const CurrencyParams = Type.Object({ currency: Currency });

export const Clock = Closed(
  { now: DateTime({ description: "The organization's clock" }) },
  { component: 'Clock' },
);
