import { accountNotFound } from '#areas/accounts/index.ts';
import { currencyUnknown, cycleConfigInvalid, planVersionNotFound } from '#areas/price-plans/index.ts';
import { notFoundKind, problemKind } from '#platform/problem.ts';

export const configIncomplete = problemKind(
  'CONFIG_INCOMPLETE',
  400,
  (d: { path: string; mode: string }) => `${d.path}: is required for mode ${d.mode}`,
);
export const calculationInvalid = problemKind(
  'CALCULATION_INVALID',
  400,
  (d: { path: string; rule: string }) => `${d.path}: ${d.rule}`,
);
export const nothingInForce = problemKind(
  'NO_SCHEDULE_IN_FORCE',
  400,
  (d: { path: string; accountId: string; at: Temporal.Instant }) =>
    `${d.path}: account ${d.accountId} has no price plan at ${d.at}; choose another instant`,
);
export const planNotPriced = problemKind(
  'PRICE_PLAN_NOT_PRICED',
  400,
  (d: { currency: string; problems: readonly string[] }) =>
    `pricePlanDetailsConfig: cannot be calculated in ${d.currency}: ${d.problems.slice(0, 5).join('; ')}`,
);
export const comparisonTooLarge = problemKind(
  'COMPARISON_TOO_LARGE',
  400,
  (d: { what: string; limit: number }) =>
    `the request would calculate more than ${d.limit} ${d.what}; choose fewer accounts or a shorter period`,
);

export const simulationNotFound = notFoundKind('simulation');
export const simulationResultNotFound = problemKind(
  'SIMULATION_RESULT_NOT_FOUND',
  404,
  (d: { scenario: string; accountId: string }) =>
    `scenario ${d.scenario} has no result of account ${d.accountId}`,
);
export const scenarioNotFound = notFoundKind('scenario');
export const tooManySimulations = problemKind(
  'TOO_MANY_SIMULATIONS',
  400,
  (d: { what: string; limit: number }) =>
    `${d.limit} simulations ${d.what}; delete one of them, or wait until one has ended`,
);

/** Problems of a request, besides those of its plan. */
export const CALCULATION_PROBLEMS = [
  ...[configIncomplete, calculationInvalid, nothingInForce, planNotPriced, accountNotFound],
  ...[planVersionNotFound, currencyUnknown, cycleConfigInvalid],
];
