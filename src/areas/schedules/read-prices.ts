import { listRateCards, type RateCardRow } from '#areas/price-plans/index.ts';
import { listPricingRules, type PricingRuleRow } from '#areas/pricing-rules/index.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import { newId } from '#platform/ids.ts';
import type { NewOverride } from './overrides.ts';
import type { PlannedSchedule } from './store/schedules.ts';

/** What prices a schedule. */
export interface Prices {
  cards: RateCardRow[];
  rules: PricingRuleRow[];
}

type Referring = Pick<PlannedSchedule, 'overrideReferenceId' | 'planReferenceId'>;

function priceReferenceOf({ overrideReferenceId, planReferenceId }: Referring): string {
  return overrideReferenceId ?? planReferenceId;
}

/** Nothing for a schedule whose prices were not asked for. */
export function pricesOf(schedule: Referring, prices: ReadonlyMap<string, Prices>): Prices {
  return prices.get(priceReferenceOf(schedule)) ?? { cards: [], rules: [] };
}

/** The prices of schedules by reference, also of those that are not stored yet. */
export async function readPrices(
  tx: Tx,
  org: Org,
  asked: { schedules: readonly Referring[]; overrides: readonly NewOverride[]; now: Temporal.Instant },
): Promise<Map<string, Prices>> {
  const { schedules, overrides, now } = asked;
  const prices = new Map<string, Prices>();
  for (const referenceId of new Set(schedules.map(priceReferenceOf))) {
    const override = overrides.find((each) => each.referenceId === referenceId);
    const base = override?.base ?? referenceId;
    const cards = override?.cards ?? (await listRateCards(tx, org, base));
    const rules = override?.rules?.map((rule) => ({ ...rule, id: newId('rule', now), version: 1 }));
    prices.set(referenceId, {
      cards: cards.map((card) => ({ ...card, referenceId })),
      rules: (rules ?? (await listPricingRules(tx, org, base))).map((rule) => ({ ...rule, referenceId })),
    });
  }
  return prices;
}
