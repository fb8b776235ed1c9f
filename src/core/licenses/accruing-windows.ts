import { Decimal, decimal, ZERO } from '../decimal.ts';
import type { LicenseWindowInput } from '../invoice/license-inputs.ts';
import { daysBetween } from '../period.ts';
import { type RateConfig, rate } from '../rating/index.ts';
import { type LicenseContext, type LicenseTerms, paidDays } from './charge-windows.ts';
import { addUp, boundTotal } from './price-windows.ts';
import { frozenFrom, type LicenseQuantities } from './quantities.ts';
import { type UsageWindow, usageWindows } from './windows.ts';

/** A window with the days on which its rated quantity changes. */
export interface AccruingWindow {
  steps: { start: Temporal.PlainDate; quantity: Decimal }[];
  /** The quantity already charged for earlier days of the window; null if there is none. */
  paidQuantity: Decimal | null;
}

/**
 * The windows of a billed part of a cycle, day by day: with proration, the quantity of each day; without it,
 * the peak, or all names, up to that day. In advance, all windows are charged for the first day of the cycle,
 * so the quantity is never less than that.
 */
export function accruingWindows(
  terms: LicenseTerms & { isNamed: boolean; isInAdvance: boolean },
  context: LicenseContext,
  quantities: LicenseQuantities,
): AccruingWindow[] {
  const { cycle, resolved } = context;
  return usageWindows(cycle, terms.usageCycle, resolved).map((window) => {
    const runs = quantities.runs(window);
    if (terms.isProrated) return { steps: runs, paidQuantity: null };
    const { start, end } = window;
    const paid = paidDays(window, context);
    const charged = terms.isInAdvance
      ? frozenFrom(quantities, cycle.start).whole(...paid, { start, end })
      : ZERO;
    // One name may start on the day on which another one ends.
    const days = terms.isNamed ? daysOf(window) : runs.map((run) => run.start);
    return {
      steps: days.map((day) => {
        const counted = quantities.whole(...paid, { start, end: day.add({ days: 1 }) });
        return { start: day, quantity: Decimal.max(charged, counted) };
      }),
      paidQuantity: paid.length > 0 ? quantities.whole(...paid) : null,
    };
  });
}

/**
 * The cost of the windows from each day on, as if its quantities held for whole windows, within the bounds of
 * the card, which apply to a whole cycle. Less what is paid.
 */
export function accruingPrices(
  windows: readonly AccruingWindow[],
  config: RateConfig,
): { start: Temporal.PlainDate; amount: Decimal }[] {
  const { minimumRate: _min, maximumRate: _max, ...unbounded } = config;
  const priceOf = (quantity: Decimal) => rate(quantity, unbounded).amount;
  const bound = (total: Decimal) =>
    boundTotal(
      total,
      { denominator: decimal(1), billedDays: 1 },
      { config, isProrated: false, nominalDays: 1 },
    ).total;
  const paid = windows.flatMap(({ paidQuantity }) => (paidQuantity ? [priceOf(paidQuantity)] : []));
  const takenOff = paid.length > 0 ? bound(addUp(paid)) : ZERO;
  let before = ZERO;
  return windows.flatMap(({ steps }) => {
    let price = ZERO;
    const prices = steps.map(({ start, quantity }) => {
      price = priceOf(quantity);
      return { start, amount: bound(before.plus(price)).minus(takenOff) };
    });
    before = before.plus(price);
    return prices;
  });
}

/** The final cost of charged windows, in the terms of `accruingPrices`; 0 without windows. */
export function fullPrice(windows: readonly LicenseWindowInput[], config: RateConfig): Decimal {
  const growing = windows.map(({ runs, paidQuantity }): AccruingWindow => {
    const steps = runs.map(({ start, quantity }) => ({
      start: Temporal.PlainDate.from(start),
      quantity: decimal(quantity),
    }));
    return { steps, paidQuantity: paidQuantity === undefined ? null : decimal(paidQuantity) };
  });
  return accruingPrices(growing, config).at(-1)?.amount ?? ZERO;
}

function daysOf(window: UsageWindow): Temporal.PlainDate[] {
  return Array.from({ length: daysBetween(window) }, (_, index) => window.start.add({ days: index }));
}
