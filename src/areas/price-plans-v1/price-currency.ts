import {
  cardTypeOf,
  checkRateCard,
  pricedCurrencies,
  type RateCardDetails,
  type RateCardRow,
  type RateCardType,
  type StoredDetails,
  toStoredDetails,
} from '#areas/price-plans/index.ts';
import { planInvalid } from './problems.ts';
import type { AddCurrencyToPricePlanRequest } from './schema.ts';

type RateList = Exclude<keyof AddCurrencyToPricePlanRequest, 'currency' | 'minimumCommitmentRate'>;
type SentRate = NonNullable<AddCurrencyToPricePlanRequest[RateList]>[number];

const LISTS: [RateList, RateCardType][] = [
  ['usageRates', 'USAGE'],
  ['fixedFeeRates', 'FIXED_FEE'],
  ['licenseRates', 'LICENSE'],
  ['billingEntitlementRates', 'BILLING_ENTITLEMENT'],
  ['entitlementOverageRates', 'ENTITLEMENT_OVERAGE'],
  ['creditGrantRates', 'CREDIT_GRANT'],
];
const MAX_PROBLEMS = 5;

/** The price of a card in the new currency, without the currency, and its path in the request. */
interface PlacedRate {
  path: string;
  type: RateCardType;
  billableId: string;
  price: object;
}

/**
 * Every card with its price in one more currency (`metering-pricing.md` 13.2). Rates are given by billable;
 * several cards of one billable take theirs in order. A minimum commitment may have none.
 */
export function priceInCurrency(
  cards: readonly RateCardRow[],
  sent: AddCurrencyToPricePlanRequest,
): RateCardRow[] {
  const rates = listRates(sent, cards);
  const problems: string[] = [];
  const priced = cards.map((card) => {
    const index = rates.findIndex((rate) => rate.type === card.type && rate.billableId === card.billableId);
    const [rate] = index < 0 ? [] : rates.splice(index, 1);
    if (rate) return addPrice(card, { rate, currency: sent.currency, problems });
    if (card.type !== 'MINIMUM_COMMITMENT')
      problems.push(`${listOf(card.type)}: must contain a rate for rate card ${card.name}`);
    return card;
  });
  for (const { path, type, billableId } of rates)
    problems.push(`${path}: the price plan has no ${type} card of ${billableId}`);
  if (problems.length > 0) throw planInvalid({ problems: problems.slice(0, MAX_PROBLEMS) });
  return priced;
}

/** The cards without a currency; drops a commitment that has no other one. */
export function withoutCurrency(cards: readonly RateCardRow[], currency: string): RateCardRow[] {
  return cards
    .map((card) => ({ ...card, details: withValues(card, (values) => values.filter(isOther(currency))) }))
    .filter((card) => pricedCurrencies(card).length > 0);
}

function listRates(sent: AddCurrencyToPricePlanRequest, cards: readonly RateCardRow[]): PlacedRate[] {
  const rates = LISTS.flatMap(([list, type]) =>
    ((sent[list] ?? []) as SentRate[]).map((rate, index): PlacedRate => {
      const { id, usageMeterId, ...price } = rate as { id?: string; usageMeterId?: string };
      return { path: `${list}[${index}]`, type, billableId: usageMeterId ?? id ?? '', price };
    }),
  );
  const { minimumCommitmentRate: rate } = sent;
  if (rate === undefined) return rates;
  const type = 'MINIMUM_COMMITMENT';
  const billableId = cards.find((card) => card.type === type)?.billableId ?? 'any plan';
  return [...rates, { path: 'minimumCommitmentRate', type, billableId, price: { rate } }];
}

function addPrice(
  card: RateCardRow,
  { rate, currency, problems }: { rate: PlacedRate; currency: string; problems: string[] },
): RateCardRow {
  const { path, price } = rate;
  const added = pricedCurrencies(card).length;
  const mixed = withValues(card, (values) => [...values, { currency, ...price }]);
  const details = toStoredDetails(mixed as unknown as RateCardDetails, path);
  const { member } = cardTypeOf(card.type);
  for (const problem of checkRateCard(details, path))
    problems.push(problem.replace(`${path}.${member}.`, `${path}.`).replace(`rateValues[${added}].`, ''));
  return { ...card, details };
}

interface PricedIn {
  currency: string;
}

/** The details of a card with other prices; a credit grant nests them one level deeper than the others. */
function withValues({ type, details }: RateCardRow, change: (values: PricedIn[]) => PricedIn[]) {
  const { member } = cardTypeOf(type);
  const card = details[member];
  if (!card) return details;
  const changed =
    'rateDetails' in card
      ? {
          ...card,
          rateDetails: {
            ...card.rateDetails,
            currencySlabRateDetails: change(card.rateDetails.currencySlabRateDetails),
          },
        }
      : { ...card, rateValues: change(card.rateValues) };
  return { ...details, [member]: changed } as StoredDetails;
}

function isOther(currency: string) {
  return (value: PricedIn) => value.currency !== currency;
}

function listOf(type: RateCardType): string {
  return LISTS.find((each) => each[1] === type)?.[0] ?? 'minimumCommitmentRate';
}
