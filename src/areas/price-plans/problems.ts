import { notFoundKind, problemKind } from '#platform/problem.ts';

export const planNotFound = notFoundKind('price plan');
export const planVersionNotFound = notFoundKind('price plan version');
export const rateCardNotFound = notFoundKind('rate card');
export const addOnNotFound = notFoundKind('add-on');
/** A billable that credits may pay for. */
export const entityNotFound = notFoundKind('billable');

export const planNameTaken = problemKind(
  'PRICE_PLAN_NAME_TAKEN',
  409,
  (d: { name: string }) => `name: a price plan named ${d.name} already exists`,
);
export const planArchived = problemKind(
  'PRICE_PLAN_ARCHIVED',
  400,
  (d: { id: string }) => `price plan ${d.id} is archived; create a new price plan with the same rate cards`,
);
export const rateCardNameTaken = problemKind(
  'RATE_CARD_NAME_TAKEN',
  409,
  (d: { name: string }) =>
    `the price plan already has a rate card named ${d.name}; change it with UPDATE or UPSERT`,
);
export const rateCardInvalid = problemKind('RATE_CARD_INVALID', 400, (d: { problems: string[] }) =>
  d.problems.join('; '),
);
export const tooManyRateCards = problemKind(
  'TOO_MANY_RATE_CARDS',
  400,
  (d: { limit: number }) => `operations: a price plan may have at most ${d.limit} rate cards`,
);
export const cycleConfigInvalid = problemKind('CYCLE_CONFIG_INVALID', 400, (d: { problems: string[] }) =>
  d.problems.join('; '),
);
export const currencyUnknown = problemKind(
  'CURRENCY_UNKNOWN',
  400,
  (d: { path: string; currency: string }) => `${d.path}: ${d.currency} is not an ISO 4217 currency`,
);
export const purchasePlanHasNoCycle = problemKind(
  'PURCHASE_PLAN_HAS_NO_CYCLE',
  400,
  () => 'pricingCycleConfig: must be absent, because a PURCHASE plan has no pricing cycle',
);
export const planHasNoDraft = problemKind(
  'PRICE_PLAN_HAS_NO_DRAFT',
  400,
  (d: { id: string }) => `price plan ${d.id} has no draft version; update the plan to create one`,
);
export const planHasErrors = problemKind(
  'PRICE_PLAN_HAS_ERRORS',
  400,
  (d: { id: string; errors: string[] }) =>
    `price plan ${d.id} cannot be finalized: ${d.errors.slice(0, 5).join('; ')}`,
);
export const migrationModeNotAllowed = problemKind(
  'MIGRATION_MODE_NOT_ALLOWED',
  400,
  (d: { migrationMode: string }) =>
    `migrationMode: ${d.migrationMode} needs a plan with allowOngoingCycleUpdates or deferredRevenue; ` +
    'use IMMEDIATE or NEXT_CYCLE',
);
