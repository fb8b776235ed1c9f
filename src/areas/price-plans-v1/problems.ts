import { featureNotFound } from '#areas/features/index.ts';
import {
  addOnNotFound,
  entityNotFound,
  planNotFound,
  rateCardInvalid,
  tooManyRateCards,
} from '#areas/price-plans/index.ts';
import { ruleInvalid } from '#areas/pricing-rules/index.ts';
import { usageMeterNotFound } from '#areas/usage-meters/index.ts';
import { notFoundKind, problemKind } from '#platform/problem.ts';

/** Each sentence begins with the member that it is about. */
export const planInvalid = problemKind('PRICE_PLAN_INVALID', 400, (d: { problems: string[] }) =>
  d.problems.join('; '),
);
export const associationInvalid = problemKind(
  'ASSOCIATION_INVALID',
  400,
  (d: { path: string; rule: string }) => `${d.path}: ${d.rule}`,
);
export const noActiveCurrencyLeft = problemKind(
  'NO_ACTIVE_CURRENCY_LEFT',
  400,
  (d: { active: readonly string[] }) =>
    `pricePlanDetails.supportedCurrencies: must contain an active currency, ${d.active.join(', ')}`,
);
export const planHasDraft = problemKind(
  'PRICE_PLAN_HAS_DRAFT',
  400,
  (d: { id: string }) =>
    `price plan ${d.id} has a draft version from the price plan API v2; finalize or discard it first`,
);
export const planScheduled = problemKind(
  'PRICE_PLAN_SCHEDULED',
  400,
  (d: { id: string; accountId: string }) =>
    `price plan ${d.id} prices account ${d.accountId} now or in the future; remove it from all ` +
    'accounts first',
);
export const planNotActivatable = problemKind(
  'PRICE_PLAN_NOT_ACTIVATABLE',
  400,
  (d: { id: string; errors: string[] }) =>
    `price plan ${d.id} cannot be activated: ${d.errors.slice(0, 5).join('; ')}`,
);
export const currencyNotSupported = problemKind(
  'CURRENCY_NOT_SUPPORTED',
  400,
  (d: { currency: string; supported: readonly string[] }) =>
    `currencies: the price plan does not support ${d.currency}; it supports ${d.supported.join(', ')}`,
);
export const currencySupported = problemKind(
  'CURRENCY_SUPPORTED',
  409,
  (d: { currency: string }) => `currency: the price plan already supports ${d.currency}`,
);
export const tooManyCurrencies = problemKind(
  'TOO_MANY_CURRENCIES',
  400,
  (d: { limit: number }) => `currency: a price plan may have at most ${d.limit} currencies`,
);
export const planCurrencyNotFound = notFoundKind('currency of the price plan');
export const currencyActive = problemKind(
  'CURRENCY_ACTIVE',
  400,
  (d: { currency: string }) => `${d.currency} is active; only an inactive currency can be removed`,
);
export const lastCurrency = problemKind(
  'LAST_CURRENCY',
  400,
  (d: { currency: string }) => `${d.currency} is the only currency of the price plan; add another one first`,
);

/** Problems of cards and rules, for plans and overrides alike. */
export const CONTENT_PROBLEMS = [
  ...[usageMeterNotFound, addOnNotFound, featureNotFound, entityNotFound, planNotFound],
  ...[rateCardInvalid, tooManyRateCards, ruleInvalid, planInvalid],
];
