import { rateCardInvalid } from './problems.ts';
import type { RateCardData, StoredDetails } from './rate-card-schema.ts';
import type { RateCardRow } from './store/rate-cards.ts';
import { toStoredDetails } from './store-details.ts';

/** What a card becomes, apart from its place in the plan. */
export type BuiltCard = Pick<
  RateCardRow,
  'type' | 'billableId' | 'displayName' | 'invoiceTiming' | 'tag' | 'details'
>;

/** The member of `rateCardDetails` that belongs to each type of card. */
const MEMBERS = { USAGE: 'usageRateCard', FIXED_FEE: 'fixedFeeRateCard' } as const;

/** What a fact inside the details is called beside them, where that differs. */
const OUTER_NAMES: Record<string, string> = {
  name: 'rateCardName',
  usageMeterId: 'billableId',
  id: 'billableId',
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
  const inner = onlyMember(sent, details, facts.path);
  const agree = agreement(facts.path, MEMBERS[sent.type]);
  agree('name', facts.name, inner.name?.trim() || undefined);
  const displayName =
    agree('displayName', sent.displayName || undefined, inner.displayName || undefined) ?? facts.billableName;
  const tag = agree('tag', sent.tag || undefined, inner.tag || undefined) ?? null;
  const common = { name: facts.name, displayName, ...(tag !== null && { tag }) };
  const outer = { billableId: sent.billableId, invoiceTiming: sent.invoiceTiming, displayName, tag };
  if (sent.type === 'USAGE') {
    if (sent.invoiceTiming !== 'IN_ARREARS') throw usageInAdvance(facts.path);
    const card = details.usageRateCard as NonNullable<typeof details.usageRateCard>;
    agree('usageMeterId', sent.billableId, card.usageMeterId);
    const usageRateCard = { ...withoutTag(card), ...common, usageMeterId: sent.billableId };
    return { type: 'USAGE', ...outer, details: { usageRateCard } };
  }
  const card = details.fixedFeeRateCard as NonNullable<typeof details.fixedFeeRateCard>;
  agree('id', sent.billableId, card.id);
  agree('invoiceTiming', sent.invoiceTiming, card.invoiceTiming);
  const fixedFeeRateCard = {
    ...withoutTag(card),
    ...common,
    id: sent.billableId,
    invoiceTiming: sent.invoiceTiming,
    type: card.type ?? (facts.planType === 'PURCHASE' ? ('ONE_TIME' as const) : ('RECURRING' as const)),
    recurrenceConfig: {
      interval: card.recurrenceConfig?.interval ?? 1,
      offset: card.recurrenceConfig?.offset ?? 0,
    },
  };
  return { type: 'FIXED_FEE', ...outer, details: { fixedFeeRateCard } };
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
  throw rateCardInvalid({
    problems: [`${path}.rateCardDetails: a ${sent.type} card has exactly the member ${wanted}`],
  });
}

/** Compares a fact beside the details with the same fact inside them. */
function agreement(path: string, member: string) {
  return (fact: string, outside: string | undefined, inside: string | undefined) => {
    if (outside === undefined || inside === undefined || outside === inside) return outside ?? inside;
    const at = `${path}.rateCardDetails.${member}.${fact}`;
    throw rateCardInvalid({ problems: [`${at}: must agree with ${OUTER_NAMES[fact] ?? fact}`] });
  };
}

function withoutTag<T extends { tag?: string }>({ tag: _, ...card }: T): Omit<T, 'tag'> {
  return card;
}

function usageInAdvance(path: string) {
  return rateCardInvalid({ problems: [`${path}.invoiceTiming: a USAGE card is invoiced IN_ARREARS`] });
}
