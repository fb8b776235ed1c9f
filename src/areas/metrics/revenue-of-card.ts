import type { FixedFeeRate, UsageRate } from '#areas/price-plans/index.ts';
import type { ScheduleCycle, ScheduleRow } from '#areas/schedules/index.ts';
import { type Decimal, decimal, ZERO } from '#core/decimal.ts';
import { readRateConfig } from '#core/invoice/read-rate-config.ts';
import { type RoundingMode, roundMoney } from '#core/money.ts';
import { startOfDay } from '#core/period-zone.ts';
import { prorate } from '#core/proration.ts';
import { rate } from '#core/rating/index.ts';
import { feeCharge } from '#core/rating/recurrence.ts';

/** Revenue at an instant; unrounded, in the invoice currency. */
export interface Earned {
  at: Temporal.Instant;
  value: Decimal;
}

/** What money is made of: the currency, its rounding, and whether the cycle's invoice is issued. */
export interface Settlement {
  currency: string;
  roundingMode: RoundingMode;
  /** The last instant of the cycle, when it is settled: the rounding of the card is shown there. */
  settledAt: Temporal.Instant | null;
}

/**
 * Revenue of a usage card: each piece of usage earns what it adds to the price of the cycle's running total.
 * The pieces
 * add up to the card's amount, and the rounding of a settled cycle stands on its last day.
 */
export function usageRevenue(
  prices: UsageRate,
  usage: { startAt: Temporal.Instant; pieces: readonly { at: Temporal.Instant; units: Decimal }[] },
  settlement: Settlement,
): Earned[] {
  const config = readRateConfig(prices);
  let total = ZERO;
  let amount = rate(ZERO, config).amount;
  // A card minimum is due even without usage; it belongs to the day the cycle begins.
  const earned: Earned[] = amount.isZero() ? [] : [{ at: usage.startAt, value: amount }];
  for (const { at, units } of usage.pieces) {
    total = total.plus(units);
    const next = rate(total, config).amount;
    earned.push({ at, value: next.minus(amount) });
    amount = next;
  }
  return [...earned, ...roundingOf(amount, settlement)];
}

/**
 * Revenue of a fixed fee in one cycle: on its first day, or evenly over the days of the cycle that have begun
 * when it is
 * prorated. Nothing when the fee is not charged in the cycle.
 */
export function feeRevenue(
  fee: FixedFeeRate,
  place: { schedule: ScheduleRow; cycle: ScheduleCycle; now: Temporal.Instant },
  settlement: Settlement,
): Earned[] {
  const { schedule, cycle, now } = place;
  const charge = feeCharge(fee, {
    resolved: schedule.resolvedCycle,
    chainStart: schedule.chainStartDate,
    schedule: { start: schedule.startDate, end: schedule.endDate },
    cycle,
  });
  if (!charge) return [];
  if (!fee.isProrated) {
    const amount = decimal(fee.rate);
    return [{ at: cycle.startAt, value: amount }, ...roundingOf(amount, settlement)];
  }
  const amount = prorate(decimal(fee.rate), charge.billedDays, charge.nominalDays);
  const days = daysOf(cycle, schedule.timeZone);
  const begun = days.filter((day) => Temporal.Instant.compare(day, now) <= 0);
  const rounding = begun.length === days.length ? roundingOf(amount, settlement) : [];
  return [...begun.map((at) => ({ at, value: amount.div(days.length) })), ...rounding];
}

function roundingOf(amount: Decimal, { currency, roundingMode, settledAt }: Settlement): Earned[] {
  if (settledAt === null) return [];
  return [{ at: settledAt, value: roundMoney(amount, currency, roundingMode).minus(amount) }];
}

function daysOf(cycle: ScheduleCycle, timeZone: string): Temporal.Instant[] {
  const days: Temporal.Instant[] = [];
  for (let day = cycle.start; Temporal.PlainDate.compare(day, cycle.end) < 0; day = day.add({ days: 1 }))
    days.push(startOfDay(day, timeZone));
  return days;
}
