import { Decimal, decimal, ZERO } from '../decimal.ts';
import type { LicenseWindowInput } from '../invoice/license-inputs.ts';
import { type RateConfig, type RateResult, rate, type SlabStep } from '../rating/index.ts';

/** The prices of a card's windows. */
export interface WindowPrices {
  config: RateConfig;
  isProrated: boolean;
  /** Days of the whole cycle. */
  nominalDays: number;
}

/**
 * Exact amounts of the windows of a card. All are numerators over one denominator, so that sums of shares of
 * windows of different lengths are exact, and the division comes after the sum.
 */
export interface PricedWindows {
  windows: PricedWindow[];
  denominator: Decimal;
  /** Of everything that counts. */
  gross: Decimal;
  /** The amount already charged for earlier days of a window, which is deducted; null if there is none. */
  paid: Decimal | null;
  billedDays: number;
}

export interface PricedWindow {
  input: LicenseWindowInput;
  runs: PricedRun[];
  paid: RateResult | null;
  /** Entered slabs, in order; less what is paid. */
  slabs: SlabShare[];
  /** Less what is paid. */
  total: Decimal;
}

export interface PricedRun {
  start: string;
  days: number;
  quantity: Decimal;
  /** The price of the quantity for a whole window, without the bounds of the card. */
  result: RateResult;
  /** How many shares of the price the days cost. */
  shares: Decimal;
}

/** The share of a slab in a window. */
export interface SlabShare {
  step: SlabStep;
  quantity: Decimal;
  amount: Decimal;
}

export interface BoundTotal {
  total: Decimal;
  applied: 'MINIMUM' | 'MAXIMUM' | null;
}

/**
 * Prices each run of days (`metering-pricing.md` 12.2): a prorated window costs the sum of the prices of its
 * days, each divided by the days of the uncut window; any other window costs the price of its one quantity.
 * `boundWindows` applies the bounds of the card.
 */
export function priceWindows(
  inputs: readonly LicenseWindowInput[],
  { config, isProrated, nominalDays }: WindowPrices,
): PricedWindows {
  const priceOf = pricesOf(config);
  const denominator = isProrated ? denominatorOf(inputs, nominalDays) : 1;
  const windows = inputs.map((input) => {
    const share = isProrated ? denominator / input.nominalDays : 1;
    return priceWindow(input, { priceOf, sharesOf: (days) => (isProrated ? days * share : 1) });
  });
  const paid = windows.flatMap((window) => (window.paid ? [window.paid.amount] : []));
  const total = addUp(windows.map((window) => window.total));
  return {
    windows,
    denominator: decimal(denominator),
    gross: total.plus(addUp(paid)),
    paid: paid.length > 0 ? addUp(paid) : null,
    billedDays: countBilled(inputs),
  };
}

/** The total cost of the windows within the bounds of the card. A later charge pays the excess. */
export function boundWindows(priced: PricedWindows, prices: WindowPrices): BoundTotal {
  const { gross, paid } = priced;
  const bound = boundTotal(gross, priced, prices);
  if (paid === null) return bound;
  const before = boundTotal(paid, priced, prices);
  const total = bound.total.minus(before.total);
  return { total, applied: total.eq(gross.minus(paid)) ? null : (bound.applied ?? before.applied) };
}

/** A total between the bounds of the card; on a prorated card they are those of the billed days. */
export function boundTotal(
  total: Decimal,
  { denominator, billedDays }: Pick<PricedWindows, 'denominator' | 'billedDays'>,
  { config, isProrated, nominalDays }: WindowPrices,
): BoundTotal {
  const shares = isProrated ? denominator.times(billedDays).div(nominalDays) : denominator;
  const minimum = config.minimumRate?.times(shares);
  const maximum = config.maximumRate?.times(shares);
  if (minimum && total.lt(minimum)) return { total: minimum, applied: 'MINIMUM' };
  if (maximum && total.gt(maximum)) return { total: maximum, applied: 'MAXIMUM' };
  return { total, applied: null };
}

/** The price of each quantity for a whole window, computed once, without the bounds of the card. */
export function pricesOf(config: RateConfig): (quantity: string) => RateResult {
  const { minimumRate: _min, maximumRate: _max, ...unbounded } = config;
  const known = new Map<string, RateResult>();
  return (quantity) => {
    const result = known.get(quantity) ?? rate(decimal(quantity), unbounded);
    known.set(quantity, result);
    return result;
  };
}

/** Shares of days of any window, and of the whole cycle, are whole numbers over it. */
export function denominatorOf(windows: readonly LicenseWindowInput[], nominalDays: number): number {
  return windows.reduce((common, each) => leastCommonMultiple(common, each.nominalDays), nominalDays);
}

export function countBilled(windows: readonly LicenseWindowInput[]): number {
  return windows.flatMap(({ runs }) => runs).reduce((sum, { days }) => sum + days, 0);
}

export function addUp(values: readonly Decimal[]): Decimal {
  return values.reduce((total, value) => total.plus(value), ZERO);
}

function priceWindow(
  input: LicenseWindowInput,
  pricing: { priceOf: (quantity: string) => RateResult; sharesOf: (days: number) => number },
): PricedWindow {
  const { priceOf, sharesOf } = pricing;
  const runs = input.runs.map(({ start, days, quantity }): PricedRun => {
    const shares = decimal(sharesOf(days));
    return { start, days, quantity: decimal(quantity), result: priceOf(quantity), shares };
  });
  const paid = input.paidQuantity === undefined ? null : priceOf(input.paidQuantity);
  const parts = [...runs, ...(paid ? [{ result: paid, shares: new Decimal(-1) }] : [])];
  const total = addUp(parts.map(({ result, shares }) => result.amount.times(shares)));
  return { input, runs, paid, slabs: shareSlabs(parts), total };
}

function shareSlabs(parts: readonly { result: RateResult; shares: Decimal }[]): SlabShare[] {
  const entered = parts.flatMap(({ result, shares }) =>
    result.slabs.filter(({ quantity }) => !quantity.isZero()).map((step) => ({ step, shares })),
  );
  const byOrder = [...Map.groupBy(entered, ({ step }) => step.slab.order)].sort(([a], [b]) => a - b);
  return byOrder.flatMap(([, steps]) => {
    const [first] = steps;
    if (!first) return [];
    const quantity = addUp(steps.map(({ step, shares }) => step.quantity.times(shares)));
    const amount = addUp(steps.map(({ step, shares }) => step.amount.times(shares)));
    return [{ step: first.step, quantity, amount }];
  });
}

function leastCommonMultiple(a: number, b: number): number {
  return (a / greatestCommonDivisor(a, b)) * b;
}

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b);
}
