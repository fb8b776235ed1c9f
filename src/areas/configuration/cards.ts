import type { RateCardData, RateCardRow, StoredDetails } from '#areas/price-plans/index.ts';
import type { CardDetails, CardItem } from './card-schema.ts';
import { type Run, reject } from './kind.ts';
import { entityTypeOf, idOf, type NamesById, nameOf } from './names.ts';

/** Members beside the details, and ids that the document replaces with names. */
const LEFT_OUT: readonly string[] = [
  ...['name', 'displayName', 'tag', 'invoiceTiming', 'id', 'usageMeterId', 'featureId'],
  ...['priceMeterId', 'applicableEntityIds'],
];

/** The ids of resources in cards, except the plan of a minimum commitment. */
export function listCardIds(cards: readonly RateCardRow[]): string[] {
  return cards.flatMap(({ type, billableId, details }) => [
    ...(type === 'MINIMUM_COMMITMENT' ? [] : [billableId]),
    ...[details.usageRateCard?.priceMeterId ?? []].flat(),
    ...(details.creditGrantRateCard?.grantDetails.applicableEntityIds ?? []),
  ]);
}

/** The document form of a card. */
export function describeCard(row: RateCardRow, names: NamesById): CardItem {
  const { name, type, billableId, displayName, invoiceTiming, tag, details } = row;
  return {
    ...{ name, type },
    ...(type !== 'MINIMUM_COMMITMENT' && { billable: nameOf(names, billableId).name }),
    ...{ displayName, invoiceTiming },
    ...(tag !== null && { tag }),
    details: describeDetails(details, names),
  };
}

function describeDetails(stored: StoredDetails, names: NamesById): CardDetails {
  const details = Object.fromEntries(Object.entries(stored).map(([member, card]) => [member, kept(card)]));
  const { usageRateCard: usage, creditGrantRateCard: grant } = stored;
  if (usage?.priceMeterId !== undefined)
    details.usageRateCard = { ...details.usageRateCard, priceMeter: nameOf(names, usage.priceMeterId).name };
  if (grant) {
    const { applicableEntityIds = [], ...terms } = grant.grantDetails;
    const applicableTo = applicableEntityIds.map((id) => nameOf(names, id));
    const grantDetails = { ...terms, ...(applicableTo.length > 0 && { applicableTo }) };
    details.creditGrantRateCard = { ...details.creditGrantRateCard, grantDetails };
  }
  return details as unknown as CardDetails;
}

function kept(card: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(card).filter(([name]) => !LEFT_OUT.includes(name)));
}

/**
 * The request body that creates a card of a document. Raises the reason if the card names an unknown
 * resource.
 */
export async function resolveCard(run: Run, card: CardItem, planId: string): Promise<RateCardData> {
  const { type, displayName, invoiceTiming, tag, details } = card;
  return {
    ...{ type, invoiceTiming, billableId: await findBillable(run, card, planId) },
    ...(displayName !== undefined && { displayName }),
    ...(tag !== undefined && { tag }),
    rateCardDetails: await resolveDetails(run, details),
  };
}

async function findBillable(run: Run, { name, type, billable }: CardItem, planId: string): Promise<string> {
  if (type === 'MINIMUM_COMMITMENT') {
    if (billable === undefined) return planId;
    return reject(
      `rate card ${name}: billable: must be absent, because a minimum commitment belongs to its plan`,
    );
  }
  if (billable === undefined) return reject(`rate card ${name}: billable: is required`);
  return idOf(run, { type: entityTypeOf(type), name: billable });
}

type SentDetails = RateCardData['rateCardDetails'];

async function resolveDetails(run: Run, details: CardDetails): Promise<SentDetails> {
  const { usageRateCard: usage, creditGrantRateCard: grant, ...others } = details;
  return {
    ...others,
    ...(usage && { usageRateCard: await resolveUsage(run, usage) }),
    ...(grant && { creditGrantRateCard: await resolveGrant(run, grant) }),
  };
}

async function resolveUsage(
  run: Run,
  { priceMeter, ...usage }: NonNullable<CardDetails['usageRateCard']>,
): Promise<NonNullable<SentDetails['usageRateCard']>> {
  if (priceMeter === undefined) return usage;
  return { ...usage, priceMeterId: await idOf(run, { type: 'USAGE_METER', name: priceMeter }) };
}

async function resolveGrant(
  run: Run,
  grant: NonNullable<CardDetails['creditGrantRateCard']>,
): Promise<NonNullable<SentDetails['creditGrantRateCard']>> {
  const { applicableTo = [], ...terms } = grant.grantDetails;
  const applicableEntityIds: string[] = [];
  for (const entity of applicableTo) applicableEntityIds.push(await idOf(run, entity));
  return { ...grant, grantDetails: { ...terms, applicableEntityIds } };
}
