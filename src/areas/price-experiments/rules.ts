import { type RateCardRow, readRecurrence } from '#areas/price-plans/index.ts';
import { billsAt, type FeeTerms } from '#core/rating/recurrence.ts';
import { calculationInvalid, configIncomplete } from './problems.ts';

/** Limits the search for the first cycle that bills everything: twice the longest recurrence. */
const MAX_CYCLES_AHEAD = 2400;
const MAX_MONTHS = 12;

/** The member for the mode of a config; all others are ignored. */
export function requireMember<T>(member: T | undefined, requested: { path: string; mode: string }): T {
  if (member === undefined) throw configIncomplete(requested);
  return member;
}

/** Checks that a range of instants is not empty and at most a year long. */
export function checkRange(
  range: { start: Temporal.Instant; end: Temporal.Instant },
  {
    path,
    timeZone,
    first = 'start',
    last = 'end',
  }: {
    path: string;
    timeZone: string;
    first?: string;
    last?: string;
  },
): void {
  const { compare } = Temporal.Instant;
  if (compare(range.start, range.end) >= 0)
    throw calculationInvalid({ path: `${path}.${last}`, rule: `must be after ${first}` });
  const latest = range.start.toZonedDateTimeISO(timeZone).add({ months: MAX_MONTHS }).toInstant();
  if (compare(range.end, latest) > 0)
    throw calculationInvalid({
      path: `${path}.${last}`,
      rule: `must be within ${MAX_MONTHS} months of ${first}; request longer periods in parts`,
    });
}

/** Why a plan has no prices in a currency; null if it has. Prices are never converted. */
export function findCurrencyProblem(currencies: readonly string[], currency: string): string | null {
  return currencies.includes(currency)
    ? null
    : `has prices in ${currencies.join(', ')} but not in ${currency}`;
}

/** The first cycle, from 0, that bills every recurring card; 0 if there is none. */
export function firstFullOrdinal(cards: readonly RateCardRow[]): number {
  const terms = cards.flatMap((card) => recurringTerms(card) ?? []);
  for (let ordinal = 0; ordinal <= MAX_CYCLES_AHEAD; ordinal += 1)
    if (terms.every((each) => billsAt(each, ordinal))) return ordinal;
  return 0;
}

/** Null if the card is billed in every cycle or once. */
function recurringTerms(card: RateCardRow): FeeTerms | null {
  const { fixedFeeRateCard, creditGrantRateCard } = card.details;
  const hasBlocks = card.type !== 'USAGE' && card.type !== 'LICENSE' && card.type !== 'MINIMUM_COMMITMENT';
  if (!hasBlocks || (fixedFeeRateCard ?? creditGrantRateCard)?.type === 'ONE_TIME') return null;
  const timing = card.invoiceTiming === 'IN_ARREARS' ? 'IN_ARREARS' : 'IN_ADVANCE';
  return { feeType: 'RECURRING', timing, recurrence: readRecurrence(card), isProrated: false };
}

/**
 * A card in the form for calculation. Grants on payment cost the same in advance. Advance licenses cost their
 * first charge plus their changes, which equals the cost in arrears. Without proration every day of the cycle
 * is billed. One-time purchases have no cycles to wait for.
 */
export function toCalculated(
  card: RateCardRow,
  { isProrated, isBoughtOnce }: { isProrated: boolean; isBoughtOnce: boolean },
): RateCardRow {
  const { fixedFeeRateCard: fee, licenseRateCard: license } = card.details;
  const { billingEntitlementRateCard: entitlement, creditGrantRateCard: grant } = card.details;
  const once = isBoughtOnce ? { recurrenceConfig: { interval: 1, offset: 0 } } : {};
  const share = isProrated ? {} : { enableProration: false };
  const paid = card.invoiceTiming === 'PREPAID' ? 'IN_ADVANCE' : card.invoiceTiming;
  return {
    ...card,
    invoiceTiming: license ? 'IN_ARREARS' : paid,
    details: {
      ...card.details,
      ...(fee && { fixedFeeRateCard: { ...fee, ...share, ...once } }),
      ...(license && { licenseRateCard: { ...license, ...share } }),
      ...(entitlement && { billingEntitlementRateCard: { ...entitlement, ...once } }),
      ...(grant && { creditGrantRateCard: { ...grant, ...once } }),
    },
  };
}
