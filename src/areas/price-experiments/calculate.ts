import {
  buildInputs,
  type LicenseFacts,
  NO_LICENSES,
  type RatingFacts,
  type UsageTotals,
} from '#areas/invoices/index.ts';
import type { RateCardRow } from '#areas/price-plans/index.ts';
import type { CardInput, FixedFeeCardInput, InvoiceInputs } from '#core/invoice/index.ts';
import type { Place } from './place.ts';
import { toCalculated } from './rules.ts';
import { type CardFigures, NOT_BILLED, summarizeCard } from './summarize-card.ts';

export type LicenseType = 'LICENSE' | 'NAMED_LICENSE';

/** Everything that the cards of a plan are priced with. */
export interface Calculation
  extends Pick<RatingFacts, 'currency' | 'roundingMode' | 'hasWholeMinimums' | 'meters' | 'overage'> {
  /** Those of a commitment have no price of their own. */
  cards: readonly RateCardRow[];
  /** Which cycle it is for the cards that are not billed in each of them. */
  place: Place;
  /** Null: every day of the cycle is billed. */
  proration: Proration | null;
  usage: UsageTotals;
  /** How many there are, and in which days that is looked at. */
  licenses: Record<LicenseType, { place: Place; facts: LicenseFacts }>;
  isBoughtOnce: boolean;
}

/** Which days of the cycle a prorated fee pays for. */
export interface Proration {
  billedDays: number;
  nominalDays: number;
  /**
   * Of the very cycle that the cards are priced for: the days of it that are left out. Fees of several cycles
   * pay for their other days then.
   */
  daysLeftOut?: number;
}

export interface CardRevenue {
  card: RateCardRow;
  figures: CardFigures;
}

export interface Calculated {
  revenues: CardRevenue[];
  /** Why cards have no price, one sentence each; then the others mean nothing. */
  problems: string[];
}

/** What each card comes to, by the computation of invoices, and without anything that stands beside cards. */
export function calculate(asked: Calculation): Calculated {
  const terms = { isProrated: asked.proration !== null, isBoughtOnce: asked.isBoughtOnce };
  const cards = asked.cards.filter(({ type }) => type !== 'MINIMUM_COMMITMENT');
  const rated = cards.map((card) => toCalculated(card, terms));
  const built = listGroups(rated, asked).map((group) => buildGroup(group, asked));
  const known = new Map(
    built.flatMap(({ inputs }) => inputs.cards.map((card) => [card.name, { card, inputs }])),
  );
  return {
    revenues: cards.map((card) => {
      const found = known.get(card.name);
      return { card, figures: found ? price(found, asked.proration) : NOT_BILLED };
    }),
    problems: built.flatMap(({ problems }) => problems),
  };
}

/** Cards that are priced for the same days and stand on the same invoice. */
interface Group {
  cards: RateCardRow[];
  place: Place;
  timing: 'IN_ARREARS' | 'IN_ADVANCE';
  licenses: LicenseFacts;
}

function listGroups(cards: readonly RateCardRow[], { place, licenses }: Calculation): Group[] {
  const typeOf = ({ details }: RateCardRow) =>
    details.licenseRateCard && (details.licenseRateCard.type ?? 'LICENSE');
  const ofType = (type: LicenseType): Group => {
    const { place: days, facts } = licenses[type];
    const own = cards.filter((card) => typeOf(card) === type);
    return { cards: own, place: days, timing: 'IN_ARREARS', licenses: facts };
  };
  const others = (timing: Group['timing']): Group => {
    const own = cards.filter((card) => !typeOf(card) && card.invoiceTiming === timing);
    return { cards: own, place, timing, licenses: NO_LICENSES };
  };
  return [ofType('LICENSE'), ofType('NAMED_LICENSE'), others('IN_ARREARS'), others('IN_ADVANCE')];
}

function buildGroup({ cards, place, timing, licenses }: Group, asked: Calculation) {
  const { currency, roundingMode, hasWholeMinimums = false, meters, overage, usage } = asked;
  const facts = {
    currency,
    roundingMode,
    hasWholeMinimums,
    meters,
    overage,
    cards,
    licenses,
    planName: '',
    ...place,
  };
  return buildInputs(facts, timing === 'IN_ARREARS' ? { timing, usage } : { timing });
}

function price(
  { card, inputs }: { card: CardInput; inputs: InvoiceInputs },
  proration: Proration | null,
): CardFigures {
  return summarizeCard(card.type === 'FIXED_FEE' && proration ? prorateFee(card, proration) : card, inputs);
}

function prorateFee(fee: FixedFeeCardInput, proration: Proration): FixedFeeCardInput {
  const { billedDays, nominalDays, daysLeftOut } = proration;
  if (daysLeftOut === undefined) return { ...fee, billedDays, nominalDays };
  return { ...fee, billedDays: Math.max(0, fee.billedDays - daysLeftOut) };
}
