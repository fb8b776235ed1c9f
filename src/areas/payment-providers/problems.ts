import { notFoundKind, problemKind } from '#platform/problem.ts';

export const providerNotFound = notFoundKind('payment provider');
export const providerInvalid = problemKind(
  'PAYMENT_PROVIDER_INVALID',
  400,
  (d: { at: string; rule: string }) => `${d.at}: ${d.rule}`,
);
export const tooManyProviderSecrets = problemKind(
  'TOO_MANY_SECRETS',
  400,
  (d: { max: number }) =>
    `newSecret: ${d.max} secrets are valid at this time; wait until the first of them ends, in 24 hours`,
);
export const tooManyProviders = problemKind(
  'TOO_MANY_PAYMENT_PROVIDERS',
  400,
  (d: { max: number }) => `an organization has at most ${d.max} payment providers; change one of them`,
);
export const providerNameTaken = problemKind(
  'PAYMENT_PROVIDER_NAME_TAKEN',
  409,
  (d: { name: string; id: string }) =>
    `name: ${d.name} is the name of payment provider ${d.id}; letters, digits, _ and - have to differ`,
);
export const countryServed = problemKind(
  'COUNTRY_SERVED',
  409,
  (d: { country: string; id: string }) =>
    `countries: ${d.country} is served by payment provider ${d.id}; take it from that one first`,
);
export const providerIsDefault = problemKind(
  'PAYMENT_PROVIDER_IS_DEFAULT',
  400,
  (d: { id: string }) => `payment provider ${d.id} is the default: make another one the default first`,
);
export const providerInUse = problemKind(
  'PAYMENT_PROVIDER_ASKED',
  400,
  (d: { id: string }) =>
    `payment provider ${d.id} was asked for payments, and what it says of them needs its secret: ` +
    'make it OFFLINE without countries instead',
);
