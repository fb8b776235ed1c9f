import { completeDetails } from './complete-details.ts';
import { rateCardInvalid } from './problems.ts';
import type { RateCardData, RateCardType, StoredDetails } from './rate-card-schema.ts';
import type { RateCardRow } from './store/rate-cards.ts';
import { toStoredDetails } from './store-details.ts';

/** What a card becomes, apart from its place in the plan. */
export type BuiltCard = Pick<
  RateCardRow,
  'type' | 'billableId' | 'displayName' | 'invoiceTiming' | 'tag' | 'details'
>;

/** The member of `rateCardDetails` that belongs to each type of card. */
const MEMBERS = {
  USAGE: 'usageRateCard',
  FIXED_FEE: 'fixedFeeRateCard',
  BILLING_ENTITLEMENT: 'billingEntitlementRateCard',
  ENTITLEMENT_OVERAGE: 'entitlementOverageRateCard',
} as const satisfies Record<RateCardType, keyof StoredDetails>;

/** What a fact inside the details is called beside them, where that differs. */
const OUTER_NAMES: Record<string, string> = {
  name: 'rateCardName',
  usageMeterId: 'billableId',
  id: 'billableId',
  featureId: 'billableId',
};

interface Facts {
  /** Member path of the card, for sentences. */
  path: string;
  name: string;
  planType: 'BILLING' | 'PURCHASE';
  /** What the billable is called when the card has no name of its own to show. */
  billableName: string;
}

/**
 * The stored card of a request. Facts that stand both beside and inside `rateCardDetails` must agree; the
 * outer one is copied inside when the inner one is absent, and the other way round.
 */
export function buildRateCard(sent: RateCardData, facts: Facts): BuiltCard {
  const details = toStoredDetails(sent.rateCardDetails, `${facts.path}.rateCardDetails`);
  const inner: InnerFacts = onlyMember(sent, details, facts.path);
  const agree = agreement(facts.path, MEMBERS[sent.type]);
  agree('name', facts.name, inner.name?.trim() || undefined);
  const displayName =
    agree('displayName', sent.displayName || undefined, inner.displayName || undefined) ?? facts.billableName;
  const tag = agree('tag', sent.tag || undefined, inner.tag || undefined) ?? null;
  for (const fact of ['id', 'usageMeterId', 'featureId'] as const) agree(fact, sent.billableId, inner[fact]);
  agree('invoiceTiming', sent.invoiceTiming, inner.invoiceTiming);
  const outer = { billableId: sent.billableId, invoiceTiming: readTiming(sent, facts.path), displayName };
  const shared = { name: facts.name, displayName, tag };
  return {
    type: sent.type,
    ...outer,
    tag,
    details: completeDetails(details, { ...outer, ...shared, planType: facts.planType }),
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

/** What is measured is invoiced when it is known; what would be granted once it is paid needs orders. */
function readTiming({ type, invoiceTiming }: RateCardData, path: string): RateCardRow['invoiceTiming'] {
  const isMeasured = type === 'USAGE' || type === 'ENTITLEMENT_OVERAGE';
  const article = type === 'USAGE' ? 'a' : 'an';
  if (isMeasured && invoiceTiming !== 'IN_ARREARS')
    throw invalid(`${path}.invoiceTiming: ${article} ${type} card is invoiced IN_ARREARS`);
  if (invoiceTiming !== 'PREPAID') return invoiceTiming;
  if (type === 'FIXED_FEE') throw invalid(`${path}.invoiceTiming: must be one of IN_ADVANCE, IN_ARREARS`);
  const reason = 'credits that are granted when they are paid need orders, which this version does not have';
  throw invalid(`${path}.invoiceTiming: use IN_ADVANCE or IN_ARREARS; ${reason}`);
}

/** The name that a new card asks for: inside the details, else beside them, else none. */
export function askedName(card: RateCardData, rateCardName: string | undefined): string | null {
  const inner = card.rateCardDetails[MEMBERS[card.type]]?.name?.trim();
  return inner || rateCardName?.trim() || null;
}

/** `<type>_<billable>` in lower case, with a number when that is taken, in at most 50 characters. */
export function generatedName(card: RateCardData, isTaken: (name: string) => boolean): string {
  const base = [...`${card.type}_${card.billableId}`.toLowerCase()];
  for (let number = 1; ; number++) {
    const suffix = number === 1 ? '' : `_${number}`;
    const name = base.slice(0, 50 - suffix.length).join('') + suffix;
    if (!isTaken(name)) return name;
  }
}

function onlyMember(sent: RateCardData, details: StoredDetails, path: string) {
  const wanted = MEMBERS[sent.type];
  const member = details[wanted];
  if (member && Object.keys(details).length === 1) return member;
  throw invalid(`${path}.rateCardDetails: a ${sent.type} card has exactly the member ${wanted}`);
}

/** Compares a fact beside the details with the same fact inside them. */
function agreement(path: string, member: string) {
  return (fact: string, outside: string | undefined, inside: string | undefined) => {
    if (outside === undefined || inside === undefined || outside === inside) return outside ?? inside;
    const at = `${path}.rateCardDetails.${member}.${fact}`;
    throw invalid(`${at}: must agree with ${OUTER_NAMES[fact] ?? fact}`);
  };
}

function invalid(sentence: string) {
  return rateCardInvalid({ problems: [sentence] });
}
