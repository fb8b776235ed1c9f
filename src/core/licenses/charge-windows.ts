import { decimalText } from '../decimal.ts';
import type { LicenseWindowInput } from '../invoice/license-inputs.ts';
import { billedPart, type DateRange, daysBetween } from '../period.ts';
import type { ResolvedCycle } from '../period-config.ts';
import type { LicenseQuantities } from './quantities.ts';
import { type UsageCycle, type UsageWindow, usageWindows, type WindowedCycle } from './windows.ts';

/** The terms of the charge, including its windows. */
export interface LicenseTerms {
  isProrated: boolean;
  usageCycle: UsageCycle | null;
}

/** A billed part of a cycle in its schedule. */
export interface LicenseContext {
  cycle: WindowedCycle;
  resolved: ResolvedCycle;
  /** The first day of the chain: from then on, this plan bills the days of the cycle. */
  chainStart: Temporal.PlainDate;
  /** Days on which earlier schedules of the chain sold the licence; absent: all since `chainStart`. */
  soldBefore?: readonly DateRange[] | undefined;
}

/**
 * The windows that a license card charges for the billed part of a cycle (`metering-pricing.md` 12.2 and
 * 12.4). With proration each day has its quantity and pays its share. Without it a window is priced once, by
 * its peak or by all its names; an edit inside the window must not charge it again, so the amount for the
 * days before the billed part is deducted.
 */
export function chargeWindows(
  { isProrated, usageCycle }: LicenseTerms,
  context: LicenseContext,
  quantities: LicenseQuantities,
): LicenseWindowInput[] {
  const { cycle, resolved } = context;
  return usageWindows(cycle, usageCycle, resolved).map((window) =>
    isProrated ? daily(window, quantities) : whole(window, context, quantities),
  );
}

function daily(window: UsageWindow, quantities: LicenseQuantities): LicenseWindowInput {
  const runs = quantities.runs(window).map(({ start, days, quantity }) => {
    return { start: start.toString(), days, quantity: decimalText(quantity) };
  });
  return { ...spanOf(window), nominalDays: window.nominalDays, runs };
}

function whole(
  window: UsageWindow,
  context: LicenseContext,
  quantities: LicenseQuantities,
): LicenseWindowInput {
  const { start, end, nominalDays } = window;
  const paid = paidDays(window, context);
  const quantity = decimalText(quantities.whole(...paid, { start, end }));
  return {
    ...spanOf(window),
    nominalDays,
    runs: [{ start: start.toString(), days: daysBetween(window), quantity }],
    ...(paid.length > 0 ? { paidQuantity: decimalText(quantities.whole(...paid)) } : {}),
  };
}

/** The days of a window before its billed part on which schedules of the chain sold the licence. */
export function paidDays(
  { start, nominalStart }: UsageWindow,
  { chainStart, soldBefore = [{ start: chainStart, end: start }] }: LicenseContext,
): DateRange[] {
  const window = { start: nominalStart, end: start };
  return soldBefore.flatMap((days) => billedPart(days, window) ?? []);
}

function spanOf({ start, end }: DateRange) {
  return { start: start.toString(), end: end.toString() };
}
