import { listLicenseLevels, listNamedEntries, type NamedEntry } from '#areas/licenses/index.ts';
import type { LicenseRate } from '#areas/price-plans/index.ts';
import { type Decimal, ZERO } from '#core/decimal.ts';
import { isBefore } from '#core/instants.ts';
import { readRateConfig } from '#core/invoice/read-rate-config.ts';
import { accruingPrices, accruingWindows } from '#core/licenses/accruing-windows.ts';
import type { LevelStep } from '#core/licenses/levels.ts';
import { countedQuantities, type LicenseQuantities, namedQuantities } from '#core/licenses/quantities.ts';
import { startOfDay } from '#core/period-zone.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import type { MeasuredCycle } from './measured-cycles.ts';
import type { PricedCycle } from './price-cycles.ts';
import { type CycleContext, type Earned, roundingOf, type Settlement } from './revenue-of-card.ts';

interface License extends Pick<LicenseRate, 'licenseType'> {
  licenseId: string;
}

/** License levels of accounts, by local day. */
export interface LicenseLevels {
  of(measured: MeasuredCycle, license: License): LicenseQuantities;
}

/**
 * Revenue of a license card in one cycle: each day on which the quantity changes earns the whole change of
 * the cycle's price, even if the price is prorated (`metering-pricing.md` section 10), and the first day of a
 * window earns the price of the existing quantity. Without proration a decrease does not reduce revenue,
 * because the peak is charged, and the last day includes the rounding of a settled cycle. Future days earn
 * nothing yet.
 */
export function licenseRevenue(
  license: LicenseRate,
  quantities: LicenseQuantities,
  { context, settlement }: { context: CycleContext & { now: Temporal.Instant }; settlement: Settlement },
): Earned[] {
  const { schedule, cycle, now } = context;
  const { isProrated, usageCycle, licenseType, timing } = license;
  const [isNamed, isInAdvance] = [licenseType === 'NAMED_LICENSE', timing === 'IN_ADVANCE'];
  const terms = { isProrated, usageCycle, isNamed, isInAdvance };
  const soldBefore = context.soldBefore?.map(({ days }) => days);
  const { resolvedCycle: resolved, chainStartDate: chainStart, timeZone } = schedule;
  const windows = accruingWindows(terms, { cycle, resolved, chainStart, soldBefore }, quantities);
  let amount: Decimal = ZERO;
  const earned = accruingPrices(windows, readRateConfig(license)).flatMap(({ start, amount: next }) => {
    const at = startOfDay(start, timeZone);
    const value = next.minus(amount);
    if (isBefore(now, at) || value.isZero()) return [];
    amount = next;
    return [{ at, value }];
  });
  return [...earned, ...(isProrated ? [] : roundingOf(amount, settlement))];
}

/** Levels and names of the accounts whose cards need them, from their first cycle to their last. */
export async function loadLicenses(tx: Tx, org: Org, priced: readonly PricedCycle[]): Promise<LicenseLevels> {
  const requested = priced.filter(({ cards }) => cards.some(({ type }) => type === 'LICENSE'));
  const levels = new Map<string, Map<string, LevelStep[]>>();
  const names = new Map<string, NamedEntry[]>();
  const byAccount = Map.groupBy(requested, ({ measured }) => measured.account.accountId);
  for (const [accountId, own] of byAccount) {
    const range = { accountId, licenseIds: licensesOf(own), ...spanOf(own) };
    levels.set(accountId, await listLicenseLevels(tx, org, range));
    names.set(accountId, await listNamedEntries(tx, org, range));
  }
  return {
    of: ({ account: { accountId }, schedule: { timeZone } }, { licenseId, licenseType }) => {
      if (licenseType === 'LICENSE')
        return countedQuantities(levels.get(accountId)?.get(licenseId) ?? [], timeZone);
      const own = names.get(accountId)?.filter((entry) => entry.licenseId === licenseId) ?? [];
      return namedQuantities(own, timeZone);
    },
  };
}

function licensesOf(priced: readonly PricedCycle[]): string[] {
  const cards = priced.flatMap((each) => each.cards.filter(({ type }) => type === 'LICENSE'));
  return [...new Set(cards.map(({ billableId }) => billableId))];
}

function spanOf(priced: readonly PricedCycle[]): { from: Temporal.Instant; until: Temporal.Instant } {
  const { compare } = Temporal.Instant;
  // The billed part may depend on earlier days of the cycle.
  const starts = priced
    .map(({ measured: { cycle, schedule } }) => startOfDay(cycle.nominalStart, schedule.timeZone))
    .sort(compare);
  const ends = priced.map(({ measured: { cycle } }) => cycle.endAt).sort(compare);
  return { from: starts[0] as Temporal.Instant, until: ends.at(-1) as Temporal.Instant };
}
