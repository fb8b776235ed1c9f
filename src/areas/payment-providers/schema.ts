import { type Static, Type } from 'typebox';
import { Closed, DateTime, Enum, List, Name, Text } from '#platform/http/schemas.ts';

const BEHAVIOURS = ['SUCCEED', 'REFUSE', 'WAIT'] as const;

const sent = {
  kind: Enum(['OFFLINE', 'CONNECTOR', 'SIMULATED'], {
    description:
      'OFFLINE: nobody is asked, payments are recorded by hand. CONNECTOR: a program behind `url` that ' +
      'speaks with a provider. SIMULATED: asks nobody and answers; sandbox only',
  }),
  name: Type.Optional(
    Name(1, 50, { description: 'Source of the payments that it records; of each provider its own' }),
  ),
  url: Type.Optional(
    Text(1, 2048, {
      description: 'Of a CONNECTOR: https, public, as of a webhook; the operator may allow more',
    }),
  ),
  behaviour: Type.Optional(
    Enum(BEHAVIOURS, { description: 'Of a SIMULATED one: what becomes of each request; default SUCCEED' }),
  ),
  newSecret: Type.Optional(
    Type.Boolean({ description: 'Replace the secret; the one before counts for 24 hours more' }),
  ),
};
export const SetPaymentProviderRequest = Closed(sent, { component: 'SetPaymentProviderRequest' });
export const SavePaymentProviderRequest = Closed(
  {
    ...sent,
    countries: Type.Optional(
      List(Text(2, 2), {
        maxItems: 249,
        description:
          'ISO 3166-1 alpha-2: whom it asks, by the address of who pays; each country has one provider. ' +
          'Absent: as it is, and of a new one none',
      }),
    ),
    isDefault: Type.Optional(
      Type.Boolean({
        description:
          'Asks who is in no country of another one. The first is the default, and then who becomes it',
      }),
    ),
  },
  { component: 'SavePaymentProviderRequest' },
);
export type SavePaymentProviderRequest = Static<typeof SavePaymentProviderRequest>;

const members = {
  kind: Enum(['OFFLINE', 'CONNECTOR', 'SIMULATED'], {
    description: 'OFFLINE: nobody is asked, and payments are recorded by hand',
  }),
  name: Type.Optional(Type.String()),
  url: Type.Optional(Type.String()),
  behaviour: Type.Optional(Enum(BEHAVIOURS)),
  createdAt: Type.Optional(DateTime()),
  updatedAt: Type.Optional(DateTime()),
};
const secret = Type.Optional(
  Type.String({ description: 'whsec_ and base64; signs in both directions. Shown when it is made only' }),
);
export const PaymentProvider = Closed(members, { component: 'PaymentProvider' });
export const PaymentProviderWithSecret = Closed(
  { ...members, secret },
  { component: 'PaymentProviderWithSecret' },
);

const served = {
  id: Type.String(),
  isDefault: Type.Boolean(),
  countries: Type.Array(Type.String()),
};
const OneOfProviders = Closed({ ...served, ...members }, { component: 'OneOfProviders' });
export const OneOfProvidersWithSecret = Closed(
  { ...served, ...members, secret },
  { component: 'OneOfProvidersWithSecret' },
);
export const PaymentProviders = Closed(
  { data: Type.Array(OneOfProviders) },
  { component: 'PaymentProviders' },
);
export const PaymentProviderParams = Type.Object({ payment_provider_id: Text(1, 50) });
