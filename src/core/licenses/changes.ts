import { Decimal, decimal, ZERO } from '../decimal.ts';
import type { LicenseWindowInput } from '../invoice/license-inputs.ts';
import { daysBetween } from '../period.ts';
import {
  addUp,
  boundTotal,
  countBilled,
  denominatorOf,
  pricesOf,
  priceWindows,
  type WindowPrices,
} from './price-windows.ts';

/** From a day on, a quantity other than the charged one changes the price. */
export interface ChangeStep {
  start: string;
  /** The charged and the actual quantity of these days; null: the days are not charged, or not used. */
  charged: Decimal | null;
  counted: Decimal | null;
  chargedPrice: Decimal;
  countedPrice: Decimal;
  /** The additional cost of a whole cycle compared with before this day. */
  change: Decimal;
  /** The remaining share of a cycle: days, over the days of a cycle. */
  shares: { count: number; of: number };
  /** `change × shares`, as a numerator over the denominator of the changes. */
  total: Decimal;
}

/** The settlement of a charge in advance when quantities or days differ from the charged ones. */
export interface LicenseChanges {
  steps: ChangeStep[];
  denominator: number;
  /** The sum of the steps that cost more; charged with the next invoice. */
  more: Decimal;
  /** The sum of those that cost less, as a positive number; refunded or not. */
  less: Decimal;
  /** Whether a bound of the card has changed the sums. */
  isBound: boolean;
}

/** The charged and the actual windows. */
export interface ComparedWindows {
  charged: readonly LicenseWindowInput[];
  counted: readonly LicenseWindowInput[];
}

/**
 * Compares charged with actual windows (`metering-pricing.md` 12.2). With proration, every day on which the
 * price changes is a step for all remaining days, so that the charge plus additions less reductions is the
 * price of each day, for any price. Without proration a window costs its peak: an increase is charged in
 * full, and a decrease changes nothing.
 */
export function findChanges(windows: ComparedWindows, prices: WindowPrices): LicenseChanges {
  const { isProrated, nominalDays, config } = prices;
  const all = [...windows.charged, ...windows.counted];
  const denominator = isProrated ? denominatorOf(all, nominalDays) : 1;
  const steps = isProrated ? dailySteps(windows, prices, denominator) : windowSteps(windows, prices);
  const more = addUp(steps.map(({ total }) => Decimal.max(ZERO, total)));
  const less = addUp(steps.map(({ total }) => Decimal.max(ZERO, total.negated())));
  const isFree = config.minimumRate === undefined && config.maximumRate === undefined;
  const bound = isFree ? { more, less } : boundChanges({ more, less, denominator }, windows, prices);
  return {
    steps,
    denominator,
    more: bound.more.div(denominator),
    less: bound.less.div(denominator),
    isBound: !bound.more.eq(more) || !bound.less.eq(less),
  };
}

/**
 * The charged windows after a settlement: each prorated day as used; for a window without proration, the
 * greater of the charged and the actual quantity.
 */
export function settledWindows(
  { charged, counted }: ComparedWindows,
  isProrated: boolean,
): LicenseWindowInput[] {
  if (isProrated) return [...counted];
  return charged.map((window) => {
    const found = counted.find(({ start }) => start === window.start);
    return found && wholeOf(found).gt(wholeOf(window)) ? { ...window, runs: found.runs } : window;
  });
}

/** First up, then down: both are then positive, and their difference is that of the bound totals. */
function boundChanges(
  sums: { more: Decimal; less: Decimal; denominator: number },
  { charged, counted }: ComparedWindows,
  prices: WindowPrices,
): { more: Decimal; less: Decimal } {
  const { more, less } = sums;
  const denominator = decimal(sums.denominator);
  const priced = priceWindows(charged, prices);
  const before = priced.gross.times(denominator.div(priced.denominator));
  const bound = (total: Decimal, windows: readonly LicenseWindowInput[]) =>
    boundTotal(total, { denominator, billedDays: countBilled(windows) }, prices).total;
  const top = bound(before.plus(more), charged);
  const down = top.minus(bound(before.plus(more).minus(less), prices.isProrated ? counted : charged));
  // Fewer days have a lower bound, and more days a higher one.
  const rest = Decimal.max(ZERO, down.negated());
  return {
    more: top.minus(bound(before, charged)).plus(rest),
    less: Decimal.max(ZERO, down),
  };
}

/** Consecutive days on which neither the charged nor the actual quantity changes. */
interface Segment {
  start: Temporal.PlainDate;
  days: number;
  nominalDays: number;
  charged: string | null;
  counted: string | null;
}

function dailySteps(
  { charged, counted }: ComparedWindows,
  { config }: WindowPrices,
  denominator: number,
): ChangeStep[] {
  const priceOf = pricesOf(config);
  const amountOf = (quantity: string | null) => (quantity === null ? ZERO : priceOf(quantity).amount);
  const segments = cutSegments(charged, counted);
  let before = ZERO;
  return segments.flatMap((segment, index): ChangeStep[] => {
    const [chargedPrice, countedPrice] = [amountOf(segment.charged), amountOf(segment.counted)];
    const difference = countedPrice.minus(chargedPrice);
    const change = difference.minus(before);
    before = difference;
    if (change.isZero()) return [];
    const shares = sharesOf(segments.slice(index), denominator);
    return [
      {
        start: segment.start.toString(),
        charged: quantityOf(segment.charged),
        counted: quantityOf(segment.counted),
        ...{ chargedPrice, countedPrice, change, shares },
        total: change.times(shares.count * (denominator / shares.of)),
      },
    ];
  });
}

/** In days where all windows are equally long; else in fractions common to all of them. */
function sharesOf(left: readonly Segment[], common: number): ChangeStep['shares'] {
  const [first] = left;
  const isEven = left.every(({ nominalDays }) => nominalDays === first?.nominalDays);
  const of = isEven && first ? first.nominalDays : common;
  return { count: left.reduce((sum, { days, nominalDays }) => sum + days * (of / nominalDays), 0), of };
}

function cutSegments(
  charged: readonly LicenseWindowInput[],
  counted: readonly LicenseWindowInput[],
): Segment[] {
  const [was, is] = [flatten(charged), flatten(counted)];
  const borders = [...was, ...is].flatMap(({ start, end }) => [start, end]);
  const days = [...new Set(borders.map(String))].sort().map((text) => Temporal.PlainDate.from(text));
  return days.flatMap((start, index): Segment[] => {
    const end = days[index + 1];
    const [before, after] = [was, is].map((runs) => runs.find((run) => holds(run, start)));
    const nominalDays = (before ?? after)?.nominalDays;
    if (!end || nominalDays === undefined) return [];
    const quantities = { charged: before?.quantity ?? null, counted: after?.quantity ?? null };
    return [{ start, days: daysBetween({ start, end }), nominalDays, ...quantities }];
  });
}

function flatten(windows: readonly LicenseWindowInput[]) {
  return windows.flatMap(({ runs, nominalDays }) =>
    runs.map(({ start: text, days, quantity }) => {
      const start = Temporal.PlainDate.from(text);
      return { start, end: start.add({ days }), quantity, nominalDays };
    }),
  );
}

function holds(
  run: { start: Temporal.PlainDate; end: Temporal.PlainDate },
  day: Temporal.PlainDate,
): boolean {
  const { compare } = Temporal.PlainDate;
  return compare(run.start, day) <= 0 && compare(day, run.end) < 0;
}

/** One step for each window whose quantity exceeds the charged one. */
function windowSteps({ charged, counted }: ComparedWindows, { config }: WindowPrices): ChangeStep[] {
  const priceOf = pricesOf(config);
  return charged.flatMap((window): ChangeStep[] => {
    const found = counted.find(({ start }) => start === window.start);
    if (!found || !wholeOf(found).gt(wholeOf(window))) return [];
    const priced = (each: LicenseWindowInput) => priceOf(each.runs[0]?.quantity ?? '0').amount;
    const [chargedPrice, countedPrice] = [priced(window), priced(found)];
    const change = countedPrice.minus(chargedPrice);
    return [
      {
        ...{ start: window.start, charged: wholeOf(window), counted: wholeOf(found) },
        ...{ chargedPrice, countedPrice, change, shares: { count: 1, of: 1 }, total: change },
      },
    ];
  });
}

function wholeOf({ runs }: LicenseWindowInput): Decimal {
  return decimal(runs[0]?.quantity ?? '0');
}

function quantityOf(text: string | null): Decimal | null {
  return text === null ? null : decimal(text);
}
