import { type RateCardRow, readLicense } from '#areas/price-plans/index.ts';
import type { LicenseCardInput } from '#core/invoice/index.ts';
import { chargeWindows, type LicenseContext } from '#core/licenses/charge-windows.ts';
import { frozenFrom } from '#core/licenses/quantities.ts';
import { nameCard } from './name-card.ts';
import type { RatingFacts } from './rating-facts.ts';
import { quantitiesOf } from './read-licenses.ts';

/**
 * Builds the licences of a cycle. In arrears each day counts with its current quantity, future days with the
 * known one. In advance the quantity of the first day is charged for all days; later changes are settled
 * (`metering-pricing.md` 12.2).
 */
export function buildLicenseCard(card: RateCardRow, facts: RatingFacts): LicenseCardInput {
  const { timing, maxQuantity: _, usageCycle, refundMode, ...license } = readLicense(card, facts.currency);
  const { schedule, part } = facts;
  const { licenseType, isProrated } = license;
  const { timeZone } = schedule;
  const quantities = quantitiesOf(facts.licenses, { id: card.billableId, licenseType, timeZone });
  const isInAdvance = timing === 'IN_ADVANCE';
  return {
    type: 'LICENSE',
    ...nameCard(card),
    ...license,
    ...(usageCycle === null ? {} : { usageCycle }),
    ...(isInAdvance && refundMode !== 'NONE' ? { refundMode } : {}),
    nominalDays: part.nominalDays,
    windows: chargeWindows(
      { isProrated, usageCycle },
      contextOf(card, facts),
      isInAdvance ? frozenFrom(quantities, part.start) : quantities,
    ),
  };
}

/** Another invoice of the same schedule bills the days of the cycle before a remainder. */
function contextOf({ name }: RateCardRow, { schedule, part, soldBefore }: RatingFacts): LicenseContext {
  const own = part.isRemainder ? [{ start: schedule.startDate, end: part.start }] : [];
  return {
    ...{ cycle: part, resolved: schedule.resolvedCycle, chainStart: schedule.chainStartDate },
    soldBefore: soldBefore && [...(soldBefore.get(name) ?? []).map(({ days }) => days), ...own],
  };
}
