import { type Static, Type } from 'typebox';
import { Closed, DateTime, Enum, List, Name, Secret, Text } from '#platform/http/schemas.ts';

const BEHAVIOURS = ['SUCCEED', 'REFUSE', 'WAIT'] as const;

const sent = {
  kind: Enum(['OFFLINE', 'CONNECTOR', 'SIMULATED'], {
    description:
      'OFFLINE: no provider is called, payments are recorded manually. CONNECTOR: a program at `url` that ' +
      'connects a provider. SIMULATED: a built-in simulation without calls; sandbox only',
  }),
  name: Type.Optional(Name(1, 50, { description: 'Source of the recorded payments; unique per provider' })),
  url: Type.Optional(
    Text(1, 2048, {
      description: 'For a CONNECTOR: https and public, as for a webhook; the operator may permit more',
    }),
  ),
  behaviour: Type.Optional(
    Enum(BEHAVIOURS, { description: 'For a SIMULATED one: the result of each request; default SUCCEED' }),
  ),
  newSecret: Type.Optional(
    Type.Boolean({ description: 'Replace the secret; the previous one stays valid for 24 hours' }),
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
          "ISO 3166-1 alpha-2: the payers' countries that it serves, by their address; each country has " +
          'one provider. Absent: unchanged, for a new one none',
      }),
    ),
    isDefault: Type.Optional(
      Type.Boolean({
        description:
          'Serves payers in all other countries. The first provider is the default until another becomes it',
      }),
    ),
  },
  { component: 'SavePaymentProviderRequest' },
);
export type SavePaymentProviderRequest = Static<typeof SavePaymentProviderRequest>;

const members = {
  kind: Enum(['OFFLINE', 'CONNECTOR', 'SIMULATED'], {
    description: 'OFFLINE: no provider is called, and payments are recorded manually',
  }),
  name: Type.Optional(Type.String()),
  url: Type.Optional(Type.String()),
  behaviour: Type.Optional(Enum(BEHAVIOURS)),
  createdAt: Type.Optional(DateTime()),
  updatedAt: Type.Optional(DateTime()),
};
const secret = Type.Optional(
  Secret(
    Type.String({
      description: 'whsec_ and base64; signs in both directions. Only shown when it is created',
    }),
  ),
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
