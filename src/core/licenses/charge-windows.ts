import { decimalText } from '../decimal.ts';
import type { LicenseWindowInput } from '../invoice/license-inputs.ts';
import { type DateRange, daysBetween } from '../period.ts';
import type { ResolvedCycle } from '../period-config.ts';
import type { LicenseQuantities } from './quantities.ts';
import { type UsageCycle, type UsageWindow, usageWindows, type WindowedCycle } from './windows.ts';

/** What is charged, and by which windows. */
export interface LicenseTerms {
  isProrated: boolean;
  usageCycle: UsageCycle | null;
}

/** A billed part of a cycle in its schedule. */
export interface LicensePlace {
  cycle: WindowedCycle;
  resolved: ResolvedCycle;
  /** The first day of the chain: from it on the days of the cycle are billed under this plan. */
  chainStart: Temporal.PlainDate;
}

/**
 * What a license card charges for the billed part of a cycle (`metering-pricing.md` 12.2 and 12.4). With
 * proration each day has its quantity and pays its share. Without it a window is priced once, by its peak or
 * by all the names it saw; an edit inside the window must not charge it a second time, so what the days
 * before the billed part have paid for is taken off.
 */
export function chargeWindows(
  { isProrated, usageCycle }: LicenseTerms,
  { cycle, resolved, chainStart }: LicensePlace,
  quantities: LicenseQuantities,
): LicenseWindowInput[] {
  return usageWindows(cycle, usageCycle, resolved).map((window) =>
    isProrated ? daily(window, quantities) : whole(window, { chainStart, quantities }),
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
  { chainStart, quantities }: { chainStart: Temporal.PlainDate; quantities: LicenseQuantities },
): LicenseWindowInput {
  const { start, end, nominalStart, nominalDays } = window;
  const since = Temporal.PlainDate.compare(nominalStart, chainStart) < 0 ? chainStart : nominalStart;
  const isCut = Temporal.PlainDate.compare(since, start) < 0;
  const quantity = decimalText(quantities.whole({ start: isCut ? since : start, end }));
  return {
    ...spanOf(window),
    nominalDays,
    runs: [{ start: start.toString(), days: daysBetween(window), quantity }],
    ...(isCut ? { paidQuantity: decimalText(quantities.whole({ start: since, end: start })) } : {}),
  };
}

function spanOf({ start, end }: DateRange) {
  return { start: start.toString(), end: end.toString() };
}
