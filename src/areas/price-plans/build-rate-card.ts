import type { StoredDetails } from './card-details-schema.ts';
import { cardOfType, cardTypeOf } from './card-types.ts';
import { checkRateCard } from './check-rate-card.ts';
import { completeDetails } from './complete-details.ts';
import type { Billable } from './find-billables.ts';
import { MAX_CARDS } from './price-schema.ts';
import { rateCardInvalid, tooManyRateCards } from './problems.ts';
import type { RateCardData } from './rate-card-schema.ts';
import type { RateCardRow } from './store/rate-cards.ts';
import { toStoredDetails } from './store-details.ts';

/** A built card, without its position in the plan. */
export type BuiltCard = Pick<
  RateCardRow,
  'type' | 'billableId' | 'displayName' | 'invoiceTiming' | 'tag' | 'details'
>;

/** Names of facts beside the details, if they differ from those inside. */
const OUTER_NAMES: Record<string, string> = {
  name: 'rateCardName',
  usageMeterId: 'billableId',
  id: 'billableId',
  featureId: 'billableId',
};

interface Facts {
  /** Member path of the card, for error messages. */
  path: string;
  name: string;
  planId: string;
  planType: 'BILLING' | 'PURCHASE';
  /** Its name is shown if the card has no display name of its own. */
  billable: Pick<Billable, 'displayName' | 'addOnType'>;
}

const MAX_PROBLEMS = 5;

/** The stored card of a request, whose prices can be rated. Raises `rateCardInvalid`. */
export function buildRateCard(sent: RateCardData, facts: Facts): BuiltCard {
  const built = assemble(sent, facts);
  const problems = checkRateCard(built.details, `${facts.path}.rateCardDetails`);
  if (problems.length > 0) throw rateCardInvalid({ problems: problems.slice(0, MAX_PROBLEMS) });
  return built;
}

/** Raises `tooManyRateCards`. */
export function checkCardCount(count: number): void {
  if (count > MAX_CARDS) throw tooManyRateCards({ limit: MAX_CARDS });
}

/**
 * The stored card of a request. A fact that is given both beside and inside `rateCardDetails` must agree; a
 * fact given in only one place is copied to the other.
 */
function assemble(sent: RateCardData, facts: Facts): BuiltCard {
  const { path, name, planId, planType, billable } = facts;
  const { type, billableId } = sent;
  const details = toStoredDetails(sent.rateCardDetails, `${path}.rateCardDetails`);
  const inner: InnerFacts = onlyMember(sent, details, path);
  const agree = agreement(path, cardTypeOf(type).member);
  agree('name', name, inner.name?.trim() || undefined);
  const displayName =
    agree('displayName', sent.displayName || undefined, inner.displayName || undefined) ??
    billable.displayName;
  const tag = agree('tag', sent.tag || undefined, inner.tag || undefined) ?? null;
  for (const fact of ['id', 'usageMeterId', 'featureId'] as const) agree(fact, billableId, inner[fact]);
  agree('invoiceTiming', sent.invoiceTiming, inner.invoiceTiming);
  if (type === 'MINIMUM_COMMITMENT' && billableId !== planId)
    throw invalid(`${path}.billableId: must be the id of the price plan for a minimum commitment`);
  const invoiceTiming = readTiming(sent, path);
  const known = { name, displayName, tag, billableId, invoiceTiming, planType };
  return {
    ...{ type, billableId, displayName, invoiceTiming, tag },
    details: completeDetails(details, { ...known, addOnType: billable.addOnType }),
  };
}

/** Facts that may stand inside the details as well as beside them. */
interface InnerFacts {
  name?: string;
  displayName?: string;
  tag?: string;
  invoiceTiming?: string;
  id?: string;
  usageMeterId?: string;
  featureId?: string;
}

function readTiming({ type, invoiceTiming }: RateCardData, path: string): RateCardRow['invoiceTiming'] {
  const { timings } = cardTypeOf(type);
  if (timings.includes(invoiceTiming)) return invoiceTiming;
  const [only, ...more] = timings;
  throw invalid(
    more.length === 0
      ? `${path}.invoiceTiming: ${cardOfType(type)} is invoiced ${only}`
      : `${path}.invoiceTiming: must be one of ${timings.join(', ')}`,
  );
}

/** The requested name of a new card: inside the details, else beside them, else none. */
export function requestedName(card: RateCardData, rateCardName: string | undefined): string | null {
  const inner: InnerFacts | undefined = card.rateCardDetails[cardTypeOf(card.type).member];
  return inner?.name?.trim() || rateCardName?.trim() || null;
}

/** `<type>_<billable>` in lower case, with a number if that is taken, in at most 50 characters. */
export function generatedName(card: RateCardData, isTaken: (name: string) => boolean): string {
  const base = [...`${card.type}_${card.billableId}`.toLowerCase()];
  for (let number = 1; ; number++) {
    const suffix = number === 1 ? '' : `_${number}`;
    const name = base.slice(0, 50 - suffix.length).join('') + suffix;
    if (!isTaken(name)) return name;
  }
}

function onlyMember(sent: RateCardData, details: StoredDetails, path: string) {
  const wanted = cardTypeOf(sent.type).member;
  const member = details[wanted];
  if (member && Object.keys(details).length === 1) return member;
  throw invalid(`${path}.rateCardDetails: ${cardOfType(sent.type)} must have exactly the member ${wanted}`);
}

/** Compares a fact beside the details with the same fact inside them. */
function agreement(path: string, member: string) {
  return (fact: string, outside: string | undefined, inside: string | undefined) => {
    if (outside === undefined || inside === undefined || outside === inside) return outside ?? inside;
    const at = `${path}.rateCardDetails.${member}.${fact}`;
    throw invalid(`${at}: must be equal to ${OUTER_NAMES[fact] ?? fact}`);
  };
}

function invalid(sentence: string) {
  return rateCardInvalid({ problems: [sentence] });
}
