import { type RateCardRow, readFixedFee } from '#areas/price-plans/index.ts';
import type { UsageTotals } from '#areas/usage/index.ts';
import type { CardInput, CommitmentInput, FixedFeeCardInput, InvoiceInputs } from '#core/invoice/index.ts';
import { buildEntitlementCard, buildOverageCard } from './build-feature-cards.ts';
import { buildCommitment, buildCreditGrantCard } from './build-grant-card.ts';
import { buildLicenseCard } from './build-license-card.ts';
import { buildUsageCard } from './build-usage-card.ts';
import { findCharge } from './find-charge.ts';
import { nameCard } from './name-card.ts';
import type { RatingFacts } from './rating-facts.ts';

export type Billing = { timing: 'IN_ARREARS'; usage: UsageTotals } | { timing: 'IN_ADVANCE' };

export interface BuiltInputs {
  inputs: InvoiceInputs;
  /** Missing plan data for this account, one sentence each; any of them prevents the issue. */
  problems: string[];
}

/**
 * Returns the inputs of the invoice of a cycle, with decimals as canonical text. A card without a price in
 * the currency of the account is left out and listed in the problems, because amounts are never converted
 * (`metering-pricing.md` 15.4).
 */
export function buildInputs(facts: RatingFacts, billing: Billing): BuiltInputs {
  const { schedule, part } = facts;
  const built = facts.cards
    .filter((card) => card.invoiceTiming === billing.timing)
    .map((card) => buildCard(card, facts, billing));
  const commitment = built.find((each) => each.commitment)?.commitment;
  return {
    inputs: {
      engine: 1,
      currency: facts.currency,
      roundingMode: facts.roundingMode,
      timeZone: schedule.timeZone,
      timing: billing.timing,
      cycle: {
        start: part.start.toString(),
        end: part.end.toString(),
        nominalStart: part.nominalStart.toString(),
        nominalEnd: part.nominalEnd.toString(),
        billedDays: part.billedDays,
        nominalDays: part.nominalDays,
        ordinal: part.ordinal,
      },
      pricePlan: {
        id: schedule.planId,
        name: facts.planName,
        version: schedule.planVersion,
        scheduleId: schedule.id,
      },
      cards: built.flatMap(({ card }) => (card ? [card] : [])),
      ...(commitment ? { commitment } : {}),
    },
    problems: built.flatMap(({ problem }) => (problem ? [problem] : [])),
  };
}

interface BuiltCard {
  /** Absent if the card bills nothing in this cycle or has no price. */
  card?: CardInput | null;
  commitment?: CommitmentInput | undefined;
  problem?: string;
}

function buildCard(card: RateCardRow, facts: RatingFacts, billing: Billing): BuiltCard {
  try {
    return priceCard(card, facts, billing);
  } catch (error) {
    // The reader of a card throws RangeError if it has no price in the currency.
    if (!(error instanceof RangeError)) throw error;
    return { problem: error.message };
  }
}

function priceCard(card: RateCardRow, facts: RatingFacts, billing: Billing): BuiltCard {
  switch (card.type) {
    case 'USAGE':
      return billing.timing === 'IN_ARREARS' ? buildUsageCard(card, facts, billing.usage) : {};
    case 'FIXED_FEE':
      return { card: buildFixedFee(card, facts) };
    case 'BILLING_ENTITLEMENT':
      return { card: buildEntitlementCard(card, facts) };
    case 'ENTITLEMENT_OVERAGE':
      return { card: buildOverageCard(card, facts) };
    case 'LICENSE':
      return { card: buildLicenseCard(card, facts) };
    case 'CREDIT_GRANT':
      return { card: buildCreditGrantCard(card, facts) };
    case 'MINIMUM_COMMITMENT':
      return { commitment: buildCommitment(card, facts) };
    default:
      throw new RangeError(`no rate card type ${String(card.type satisfies never)}`);
  }
}

/** Returns null in cycles in which the fee is not charged. */
function buildFixedFee(card: RateCardRow, facts: RatingFacts): FixedFeeCardInput | null {
  const { timing, refundMode, ...fee } = readFixedFee(card, facts.currency);
  const charge = findCharge({ ...fee, timing, name: card.name }, facts);
  if (!charge) return null;
  return {
    type: 'FIXED_FEE',
    ...nameCard(card),
    ...fee,
    billedDays: charge.billedDays,
    nominalDays: charge.nominalDays,
    ...(timing === 'IN_ADVANCE' && refundMode !== 'CREDITS' ? { refundMode } : {}),
  };
}
