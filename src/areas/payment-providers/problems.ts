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
    `newSecret: ${d.max} secrets are valid, the maximum; rotate again when the oldest expires, ` +
    'within 24 hours',
);
export const tooManyProviders = problemKind(
  'TOO_MANY_PAYMENT_PROVIDERS',
  400,
  (d: { max: number }) =>
    `an organization may have at most ${d.max} payment providers; change an existing one instead`,
);
export const providerNameTaken = problemKind(
  'PAYMENT_PROVIDER_NAME_TAKEN',
  409,
  (d: { name: string; id: string }) =>
    `name: ${d.name} is too similar to the name of payment provider ${d.id}; choose one with other ` +
    'letters or digits',
);
export const countryServed = problemKind(
  'COUNTRY_SERVED',
  409,
  (d: { country: string; id: string }) =>
    `countries: payment provider ${d.id} already serves ${d.country}; remove it from that provider first`,
);
export const providerIsDefault = problemKind(
  'PAYMENT_PROVIDER_IS_DEFAULT',
  400,
  (d: { id: string }) => `payment provider ${d.id} is the default; make another one the default first`,
);
export const providerInUse = problemKind(
  'PAYMENT_PROVIDER_ASKED',
  400,
  (d: { id: string }) =>
    `payment provider ${d.id} cannot be deleted, because its past payments need its secret to ` +
    'verify events; set it to OFFLINE without countries instead',
);
