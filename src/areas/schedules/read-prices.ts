import { listManyRateCards, type RateCardRow } from '#areas/price-plans/index.ts';
import { listManyPricingRules, type PricingRuleRow } from '#areas/pricing-rules/index.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import type { PlannedSchedule } from './store/schedules.ts';

/** The prices of a schedule. */
export interface Prices {
  cards: RateCardRow[];
  rules: PricingRuleRow[];
}

type Referring = Pick<PlannedSchedule, 'overrideReferenceId' | 'planReferenceId'>;

/** The prices of schedules, by reference. */
export async function readPrices(
  tx: Tx,
  org: Org,
  schedules: readonly Referring[],
): Promise<ReadonlyMap<string, Prices>> {
  const references = [...new Set(schedules.map(priceReferenceOf))];
  const [cards, rules] = await Promise.all([
    listManyRateCards(tx, org, references),
    listManyPricingRules(tx, org, references),
  ]);
  const prices = new Map<string, Prices>(references.map((id) => [id, { cards: [], rules: [] }]));
  for (const card of cards) prices.get(card.referenceId)?.cards.push(card);
  for (const rule of rules) prices.get(rule.referenceId)?.rules.push(rule);
  return prices;
}

/** Empty for a schedule whose prices were not read. */
export function pricesOf(schedule: Referring, prices: ReadonlyMap<string, Prices>): Prices {
  return prices.get(priceReferenceOf(schedule)) ?? { cards: [], rules: [] };
}

function priceReferenceOf({ overrideReferenceId, planReferenceId }: Referring): string {
  return overrideReferenceId ?? planReferenceId;
}
