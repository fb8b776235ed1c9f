import {
  type RateCardRow,
  readEntitlement,
  readFixedFee,
  readLicense,
  readOverage,
  readPriceMeterId,
  readUsageRate,
} from '#areas/price-plans/index.ts';
import type { ScheduleCycle, SoldBefore } from '#areas/schedules/index.ts';
import type { RoundingMode } from '#core/money.ts';
import type { Earning } from './earnings.ts';
import type { MeasuredCycle } from './measured-cycles.ts';
import type { PricedCycle } from './price-cycles.ts';
import { type LicenseLevels, licenseRevenue } from './revenue-licenses.ts';
import type { CycleMinimums } from './revenue-minimums.ts';
import {
  cycleUsageRevenue,
  type Earned,
  entitlementRevenue,
  feeRevenue,
  overageRevenue,
  type Settlement,
} from './revenue-of-card.ts';
import type { OveragePieces } from './revenue-overage.ts';
import type { AccruingUsage } from './revenue-usage.ts';

/** The revenue of a card in a cycle, in the invoice currency. */
export function earnedBy(
  card: RateCardRow,
  context: {
    measured: MeasuredCycle;
    sales: SoldBefore;
    now: Temporal.Instant;
    roundingMode: RoundingMode;
    minimums: CycleMinimums;
    usage: AccruingUsage;
    overage: OveragePieces;
    licenses: LicenseLevels;
  },
): Earned[] {
  const { measured, now, usage, overage, licenses } = context;
  const { schedule, cycle } = measured;
  const soldBefore = context.sales.get(card.name) ?? [];
  const currency = measured.account.invoiceCurrency;
  const settlement = settlementOf(card, context);
  const minimums = context.minimums.of(measured, card.name);
  switch (card.type) {
    case 'USAGE': {
      const running = usage.of(measured, readPriceMeterId(card) ?? card.billableId);
      return cycleUsageRevenue(readUsageRate(card, currency), { cycle, minimums, running }, settlement);
    }
    case 'FIXED_FEE':
      return feeRevenue(readFixedFee(card, currency), { schedule, cycle, soldBefore, now }, settlement);
    case 'BILLING_ENTITLEMENT':
      return entitlementRevenue(readEntitlement(card, currency), { schedule, cycle, soldBefore }, settlement);
    case 'ENTITLEMENT_OVERAGE': {
      const pieces = overage.of(measured, card.billableId);
      const owing = { schedule, cycle, soldBefore, pieces, minimums };
      return overageRevenue(readOverage(card, currency), owing, settlement);
    }
    case 'LICENSE': {
      const license = readLicense(card, currency);
      const quantities = licenses.of(measured, { licenseId: card.billableId, ...license });
      return licenseRevenue(license, quantities, {
        context: { schedule, cycle, soldBefore, now },
        settlement,
      });
    }
    // Credits are money spent on other cards, and a minimum belongs to no card.
    case 'CREDIT_GRANT':
    case 'MINIMUM_COMMITMENT':
      return [];
    default:
      throw new RangeError(`no rate card type ${String(card.type satisfies never)}`);
  }
}

/**
 * Amounts that an issued invoice adds are earned on the last day of the cycle, like the rounding of its
 * cards.
 */
export function extraOf({ cycle }: MeasuredCycle, extra: PricedCycle['extra']): Earning[] {
  const at = lastInstantOf(cycle);
  return extra.map(({ billableId, amount, isUsage }) => ({ at, value: amount, billableId, isUsage }));
}

function settlementOf(
  { invoiceTiming }: RateCardRow,
  {
    measured,
    now,
    roundingMode,
  }: { measured: MeasuredCycle; now: Temporal.Instant; roundingMode: RoundingMode },
): Settlement {
  const { account, cycle } = measured;
  const isSettled = invoiceTiming === 'IN_ADVANCE' || Temporal.Instant.compare(now, cycle.dueAt) >= 0;
  return {
    currency: account.invoiceCurrency,
    roundingMode,
    settledAt: isSettled ? lastInstantOf(cycle) : null,
  };
}

/** The end is exclusive, and boundaries are whole milliseconds. */
function lastInstantOf(cycle: ScheduleCycle): Temporal.Instant {
  return cycle.endAt.subtract({ milliseconds: 1 });
}
