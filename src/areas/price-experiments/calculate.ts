import { buildInputs, type LicenseFacts, NO_LICENSES, type RatingFacts } from '#areas/invoices/index.ts';
import type { RateCardRow } from '#areas/price-plans/index.ts';
import type { UsageTotals } from '#areas/usage/index.ts';
import type { CardInput, FixedFeeCardInput, InvoiceInputs } from '#core/invoice/index.ts';
import type { RatedCycle } from './rated-cycle.ts';
import { toCalculated } from './rules.ts';
import { type CardAmounts, NOT_BILLED, summarizeCard } from './summarize-card.ts';

export type LicenseType = 'LICENSE' | 'NAMED_LICENSE';

/** All inputs for pricing the cards of a plan. */
export interface Calculation
  extends Pick<RatingFacts, 'currency' | 'roundingMode' | 'hasWholeMinimums' | 'meters' | 'overage'> {
  /** Minimum commitment cards have no price of their own. */
  cards: readonly RateCardRow[];
  /** Identifies the cycle for cards that are not billed in every cycle. */
  ratedCycle: RatedCycle;
  /** Null: bills every day of the cycle. */
  proration: Proration | null;
  usage: UsageTotals;
  /** License quantities, and the days for which they are read. */
  licenses: Record<LicenseType, { ratedCycle: RatedCycle; facts: LicenseFacts }>;
  isBoughtOnce: boolean;
}

/** The days of the cycle that a prorated fee covers. */
export interface Proration {
  billedDays: number;
  nominalDays: number;
  /**
   * For the priced cycle itself: its unbilled days. Fees that span several cycles then cover their other
   * days.
   */
  daysLeftOut?: number;
}

export interface CardRevenue {
  card: RateCardRow;
  amounts: CardAmounts;
}

export interface Calculated {
  revenues: CardRevenue[];
  /** Why cards have no price, one sentence each; if not empty, ignore the other members. */
  problems: string[];
}

/** The amount of each card, computed as on an invoice, without any other lines. */
export function calculate(requested: Calculation): Calculated {
  const terms = { isProrated: requested.proration !== null, isBoughtOnce: requested.isBoughtOnce };
  const cards = requested.cards.filter(({ type }) => type !== 'MINIMUM_COMMITMENT');
  const rated = cards.map((card) => toCalculated(card, terms));
  const built = listGroups(rated, requested).map((group) => buildGroup(group, requested));
  const known = new Map(
    built.flatMap(({ inputs }) => inputs.cards.map((card) => [card.name, { card, inputs }])),
  );
  return {
    revenues: cards.map((card) => {
      const found = known.get(card.name);
      return { card, amounts: found ? price(found, requested.proration) : NOT_BILLED };
    }),
    problems: built.flatMap(({ problems }) => problems),
  };
}

/** Cards priced for the same days on the same invoice. */
interface Group {
  cards: RateCardRow[];
  ratedCycle: RatedCycle;
  timing: 'IN_ARREARS' | 'IN_ADVANCE';
  licenses: LicenseFacts;
}

function listGroups(cards: readonly RateCardRow[], { ratedCycle, licenses }: Calculation): Group[] {
  const typeOf = ({ details }: RateCardRow) =>
    details.licenseRateCard && (details.licenseRateCard.type ?? 'LICENSE');
  const ofType = (type: LicenseType): Group => {
    const { ratedCycle: days, facts } = licenses[type];
    const own = cards.filter((card) => typeOf(card) === type);
    return { cards: own, ratedCycle: days, timing: 'IN_ARREARS', licenses: facts };
  };
  const others = (timing: Group['timing']): Group => {
    const own = cards.filter((card) => !typeOf(card) && card.invoiceTiming === timing);
    return { cards: own, ratedCycle, timing, licenses: NO_LICENSES };
  };
  return [ofType('LICENSE'), ofType('NAMED_LICENSE'), others('IN_ARREARS'), others('IN_ADVANCE')];
}

function buildGroup({ cards, ratedCycle, timing, licenses }: Group, requested: Calculation) {
  const { currency, roundingMode, hasWholeMinimums = false, meters, overage, usage } = requested;
  const facts = {
    currency,
    roundingMode,
    hasWholeMinimums,
    meters,
    overage,
    cards,
    licenses,
    planName: '',
    ...ratedCycle,
  };
  return buildInputs(facts, timing === 'IN_ARREARS' ? { timing, usage } : { timing });
}

function price(
  { card, inputs }: { card: CardInput; inputs: InvoiceInputs },
  proration: Proration | null,
): CardAmounts {
  return summarizeCard(card.type === 'FIXED_FEE' && proration ? prorateFee(card, proration) : card, inputs);
}

function prorateFee(fee: FixedFeeCardInput, proration: Proration): FixedFeeCardInput {
  const { billedDays, nominalDays, daysLeftOut } = proration;
  if (daysLeftOut === undefined) return { ...fee, billedDays, nominalDays };
  return { ...fee, billedDays: Math.max(0, fee.billedDays - daysLeftOut) };
}
