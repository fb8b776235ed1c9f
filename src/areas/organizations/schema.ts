import { type Static, Type } from 'typebox';
import { Address, Closed, DateTime, Enum, ExactNumber, Text, TextMap } from '#platform/http/schemas.ts';

const Metadata = TextMap({ maxProperties: 50, maxKey: 40, maxValue: 500 });
const Currency = Text(3, 3, { pattern: '^[A-Z]{3}$', description: 'ISO 4217 code' });
const Timezone = Text(1, 64, {
  description: 'IANA time zone; borders of days and cycles are local midnights in it',
});

export const Organization = Closed({
  id: Type.String(),
  environment: Enum(['production', 'sandbox']),
  name: Type.String(),
  status: Enum(['ACTIVE', 'SUSPENDED', 'CLOSED']),
  timezone: Type.String(),
  baseCurrency: Type.String(),
  currencies: Type.Array(Closed({ currency: Type.String(), rate: ExactNumber() })),
  roundingMode: Enum(['HALF_UP', 'HALF_EVEN', 'DOWN']),
  address: Address,
  primaryEmail: Type.String(),
  metadata: Metadata,
  createdAt: DateTime(),
  updatedAt: DateTime(),
});
export type Organization = Static<typeof Organization>;

export const UpdateOrganizationRequest = Closed({
  name: Type.Optional(Text(1, 255)),
  timezone: Type.Optional(Timezone),
  baseCurrency: Type.Optional(Currency),
  address: Type.Optional(Address),
  primaryEmail: Type.Optional(Text(0, 320)),
  metadata: Type.Optional(Metadata),
});
export type UpdateOrganizationRequest = Static<typeof UpdateOrganizationRequest>;

export const AddCurrencyRequest = Closed({
  currency: Currency,
  rate: ExactNumber({
    exclusiveMinimum: '0',
    maximum: '99999999999999999999',
    description: 'To the base currency; for reports only, never for prices',
  }),
});

export const Clock = Closed({ now: DateTime({ description: "The organization's time" }) });
