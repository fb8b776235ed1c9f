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

/** From a day on a quantity other than the charged one costs another price than before. */
export interface ChangeStep {
  start: string;
  /** What is charged for these days, and what counts; null: the days are not charged, or not used. */
  charged: Decimal | null;
  counted: Decimal | null;
  chargedPrice: Decimal;
  countedPrice: Decimal;
  /** By how much a whole cycle costs more than before this day. */
  change: Decimal;
  /** The share of a cycle that is left: days, over the days of a cycle. */
  shares: { count: number; of: number };
  /** `change × shares`, as a numerator over the denominator of the changes. */
  total: Decimal;
}

/** What becomes of a charge in advance when quantities or days are not those that it was made for. */
export interface LicenseChanges {
  steps: ChangeStep[];
  denominator: number;
  /** The sum of the steps that cost more; charged with the next invoice. */
  more: Decimal;
  /** The sum of those that cost less, above zero; given back or not. */
  less: Decimal;
  /** Whether a bound of the card has changed the sums. */
  isBound: boolean;
}

/** What was charged, and what counts now. */
export interface ComparedWindows {
  charged: readonly LicenseWindowInput[];
  counted: readonly LicenseWindowInput[];
}

/**
 * Compares what was charged with what counts (`metering-pricing.md` 12.2). With proration every day on which
 * the price changes is a step for all the days that are left, so that the charge, what more it costs and what
 * less are together the price of each day, for any price. Without it a window costs its peak: what comes on
 * top is charged in full, and nothing becomes less.
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
 * What is charged after a settlement: each prorated day as it counts. Of a window that is not prorated the
 * most that was charged or counted.
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

/** First up, then down: both are then above zero, and their difference is that of the bound totals. */
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

/** Days, one after the other, on which neither the charged nor the counted quantity changes. */
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

/** In days where all windows are equally long; else in parts that fit all of them. */
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

/** One step for each window that has got more than was charged. */
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
