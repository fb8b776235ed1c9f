import type { EntitlementRate, FixedFeeRate, OverageRate, UsageCardRate } from '#areas/price-plans/index.ts';
import { cycleOf, type ScheduleCycle, type ScheduleRow } from '#areas/schedules/index.ts';
import { Decimal, decimal, ZERO } from '#core/decimal.ts';
import { isBefore } from '#core/instants.ts';
import { countCredits } from '#core/invoice/entitlement-card.ts';
import { readRateConfig } from '#core/invoice/read-rate-config.ts';
import { type RoundingMode, roundMoney } from '#core/money.ts';
import { type DateRange, daysBetween } from '#core/period.ts';
import { startOfDay } from '#core/period-zone.ts';
import { prorate } from '#core/proration.ts';
import { type CutDays, isFirstToOwe, minimumIn, withMinimumOf } from '#core/rating/card-minimum.ts';
import { rate } from '#core/rating/index.ts';
import {
  type ChainSale,
  type CyclePosition,
  coveredBlock,
  type FeeTerms,
  feeCharge,
  wholeBlock,
} from '#core/rating/recurrence.ts';

/** Revenue at an instant; unrounded, in the invoice currency. */
export interface Earned {
  at: Temporal.Instant;
  value: Decimal;
}

/** The currency, its rounding mode, and whether the cycle's invoice is issued. */
export interface Settlement {
  currency: string;
  roundingMode: RoundingMode;
  /** The last instant of a settled cycle, which gets the rounding of the card. */
  settledAt: Temporal.Instant | null;
}

/**
 * Revenue of a usage card: each interval of usage earns its change of the price of the cycle's running
 * quantity. The intervals add up to the card's amount, and the last day includes the rounding of a settled
 * cycle.
 */
export function cycleUsageRevenue(
  prices: UsageCardRate,
  { cycle, minimums, running }: UsedCycle,
  settlement: Settlement,
): Earned[] {
  const { startAt, nominalStart: start, nominalEnd: end, billedDays, nominalDays } = cycle;
  const bound = boundBelow(prices, { start, end, billedDays, nominalDays }, minimums);
  return usageRevenue(bound, { startAt, running }, settlement);
}

interface UsedCycle {
  cycle: ScheduleCycle;
  minimums: OwedMinimums;
  running: readonly { at: Temporal.Instant; quantity: Decimal }[];
}

/** How minimums apply to partial cycles, and the days on which earlier schedules owed a card's minimum. */
export interface OwedMinimums {
  hasWholeMinimums: boolean;
  before: readonly DateRange[];
}

function usageRevenue(
  prices: UsageCardRate,
  usage: { startAt: Temporal.Instant; running: readonly { at: Temporal.Instant; quantity: Decimal }[] },
  settlement: Settlement,
): Earned[] {
  const config = readRateConfig(prices);
  const { maximumQuantity } = prices;
  let amount = rate(ZERO, config).amount;
  // A card minimum is due even without usage; it belongs to the day the cycle begins.
  const earned: Earned[] = amount.isZero() ? [] : [{ at: usage.startAt, value: amount }];
  for (const { at, quantity } of usage.running) {
    const charged = maximumQuantity === undefined ? quantity : Decimal.min(quantity, maximumQuantity);
    const next = rate(charged, config).amount;
    earned.push({ at, value: next.minus(amount) });
    amount = next;
  }
  return [...earned, ...roundingOf(amount, settlement)];
}

/** Prices with the minimum share of some days, as on their invoice. */
function boundBelow<T extends { minimumRate?: string }>(
  prices: T,
  days: DateRange & CutDays,
  { hasWholeMinimums, before }: OwedMinimums,
): T {
  const isProrated = !hasWholeMinimums;
  const share = minimumIn(days, { isProrated, paysWhole: () => isFirstToOwe(days, before) });
  if (share === 'WHOLE') return prices;
  const { minimumRate: _, ...unbounded } = prices;
  return share === 'NONE' ? (unbounded as T) : withMinimumOf(prices, share);
}

/**
 * Revenue of a fixed fee in one cycle: on its first day or, if prorated, evenly over the days of its block
 * that the schedule covers, as they begin. Zero if the cycle does not charge the fee.
 */
export function feeRevenue(
  fee: FixedFeeRate,
  context: CycleContext & { now: Temporal.Instant },
  settlement: Settlement,
): Earned[] {
  if (!fee.isProrated || fee.feeType !== 'RECURRING')
    return wholeCharge(fee, decimal(fee.rate), { context, settlement });
  const { schedule, cycle, now } = context;
  const block = coveredBlock(fee.recurrence, positionOf(context));
  const last = block && cycleOf(schedule, startOfDay(block.end.subtract({ days: 1 }), schedule.timeZone));
  // The days are the same for every charging cycle; in arrears it is the last one.
  const charge = last && feeCharge({ ...fee, timing: 'IN_ARREARS' }, positionOf({ ...context, cycle: last }));
  if (!charge) return [];
  const rate = decimal(fee.rate);
  const days = daysOf(cycle, schedule.timeZone);
  const begun = days.filter((day) => Temporal.Instant.compare(day, now) <= 0);
  const isOver = begun.length === days.length && cycle.end.equals(last.end);
  const amount = prorate(rate, charge.billedDays, charge.nominalDays);
  return [
    ...begun.map((at) => ({ at, value: prorate(rate, 1, charge.nominalDays) })),
    ...(isOver ? roundingOf(amount, settlement) : []),
  ];
}

/** Credits earn like a fee that is not prorated: the price of a block on the first day of its cycle. */
export function entitlementRevenue(
  entitlement: EntitlementRate,
  context: CycleContext,
  settlement: Settlement,
): Earned[] {
  const { timing, recurrence } = entitlement;
  // Credits sold by an order do not belong to a cycle.
  if (timing === 'PREPAID') return [];
  const { amount } = rate(countCredits(entitlement), readRateConfig(entitlement));
  const terms = { feeType: 'RECURRING', timing, recurrence, isProrated: false } as const;
  return wholeCharge(terms, amount, { context, settlement });
}

/**
 * Revenue of an overage card in one cycle of a block: each piece of overage earns its change of the price of
 * the block, and the last day of its last cycle includes the rounding of a settled block.
 */
export function overageRevenue(
  overage: OverageRate,
  context: CycleContext & {
    pieces: readonly { at: Temporal.Instant; units: Decimal }[];
    minimums: OwedMinimums;
  },
  settlement: Settlement,
): Earned[] {
  const { cycle, schedule, pieces, minimums } = context;
  const block = coveredBlock(overage.recurrence, positionOf(context));
  const whole = wholeBlock(overage.recurrence, positionOf(context));
  if (!block || !whole) return [];
  const startAt = startOfDay(block.start, schedule.timeZone);
  const days = { ...whole, billedDays: daysBetween(block), nominalDays: daysBetween(whole) };
  const prices = boundBelow(overage, days, minimums);
  const terms = { feeType: 'RECURRING', timing: 'IN_ARREARS', isProrated: true } as const;
  const isLast = feeCharge({ ...terms, recurrence: overage.recurrence }, positionOf(context)) !== null;
  const settledAt = isLast ? settlement.settledAt : null;
  const ofBlock = pieces.filter(({ at }) => !isBefore(at, startAt) && isBefore(at, cycle.endAt));
  return usageRevenue(prices, { startAt, running: addUp(ofBlock) }, { ...settlement, settledAt }).filter(
    ({ at }) => !isBefore(at, cycle.startAt),
  );
}

function addUp(pieces: readonly { at: Temporal.Instant; units: Decimal }[]) {
  let quantity = ZERO;
  return pieces.map(({ at, units }) => {
    quantity = quantity.plus(units);
    return { at, quantity };
  });
}

/** A cycle of a schedule. */
export interface CycleContext {
  schedule: ScheduleRow;
  cycle: ScheduleCycle;
  /** Earlier sales of the same billable in the schedule's chain. */
  soldBefore?: readonly ChainSale[] | undefined;
}

function wholeCharge(
  terms: FeeTerms,
  amount: Decimal,
  { context, settlement }: { context: CycleContext; settlement: Settlement },
): Earned[] {
  if (!feeCharge(terms, positionOf(context))) return [];
  return [{ at: context.cycle.startAt, value: amount }, ...roundingOf(amount, settlement)];
}

export function positionOf({ schedule, cycle, soldBefore }: CycleContext): CyclePosition {
  return {
    soldBefore,
    resolved: schedule.resolvedCycle,
    chainStart: schedule.chainStartDate,
    schedule: { start: schedule.startDate, end: schedule.endDate },
    cycle,
  };
}

/** The rounding difference of a settled amount, at the last instant of its cycle. */
export function roundingOf(amount: Decimal, { currency, roundingMode, settledAt }: Settlement): Earned[] {
  if (settledAt === null) return [];
  return [{ at: settledAt, value: roundMoney(amount, currency, roundingMode).minus(amount) }];
}

/** Most accounts of an organization have the same cycles. */
const known = new Map<string, Temporal.Instant[]>();
const MAX_KNOWN = 200;

function daysOf({ start, end }: ScheduleCycle, timeZone: string): readonly Temporal.Instant[] {
  const key = `${start} ${end} ${timeZone}`;
  const stored = known.get(key);
  if (stored) return stored;
  const days: Temporal.Instant[] = [];
  for (let day = start; Temporal.PlainDate.compare(day, end) < 0; day = day.add({ days: 1 }))
    days.push(startOfDay(day, timeZone));
  if (known.size >= MAX_KNOWN) known.clear();
  known.set(key, days);
  return days;
}
