import { type Static, Type } from 'typebox';
import { Closed, DateTime, Enum, Name, Text } from '#platform/http/schemas.ts';

const BEHAVIOURS = ['SUCCEED', 'REFUSE', 'WAIT'] as const;

export const SetPaymentProviderRequest = Closed({
  kind: Enum(['OFFLINE', 'CONNECTOR', 'SIMULATED'], {
    description:
      'OFFLINE: nobody is asked, payments are recorded by hand. CONNECTOR: a program behind `url` that ' +
      'speaks with a provider. SIMULATED: asks nobody and answers; sandbox only',
  }),
  name: Type.Optional(Name(1, 50, { description: 'Source of the payments that it records' })),
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
});
export type SetPaymentProviderRequest = Static<typeof SetPaymentProviderRequest>;

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
export const PaymentProvider = Closed(members);
export const PaymentProviderWithSecret = Closed({
  ...members,
  secret: Type.Optional(
    Type.String({ description: 'whsec_ and base64; signs in both directions. Shown when it is made only' }),
  ),
});
