import { listUsageMeters, type UsageMeterRow, usageMeterNotFound } from '#areas/usage-meters/index.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import type { RateCardDetails } from './card-details-schema.ts';
import { readPriceMeterId } from './read-rates.ts';
import type { RateCardRow } from './store/rate-cards.ts';

/** Raises `usageMeterNotFound` for the first unknown meter of a DYNAMIC price. */
export async function requirePriceMeters(tx: Tx, org: Org, sent: readonly RateCardDetails[]): Promise<void> {
  const ids = sent.flatMap(({ usageRateCard }) => usageRateCard?.priceMeterId ?? []);
  if (ids.length === 0) return;
  const meters = await listUsageMeters(tx, org, ids);
  const missing = ids.find((id) => !meters.some((meter) => meter.id === id));
  if (missing !== undefined) throw usageMeterNotFound({ id: missing });
}

/** Why meters cannot sum DYNAMIC prices, by card name. */
export async function findPriceMeterProblems(
  tx: Tx,
  org: Org,
  checked: { cards: readonly RateCardRow[]; isDraft: boolean },
): Promise<Map<string, string[]>> {
  const dynamic = checked.cards.filter((card) => readPriceMeterId(card) !== null);
  if (dynamic.length === 0) return new Map();
  const meters = await listUsageMeters(
    tx,
    org,
    dynamic.map((card) => readPriceMeterId(card) ?? ''),
  );
  return new Map(
    dynamic.map((card) => {
      const id = readPriceMeterId(card) ?? '';
      const problems = checkPriceMeter(
        meters.find((meter) => meter.id === id),
        checked,
      );
      return [card.name, problems.map((problem) => `priceMeterId: usage meter ${id} ${problem}`)];
    }),
  );
}

/** Only sums can be split over cycles and charged piece by piece, as money is. */
function checkPriceMeter(meter: UsageMeterRow | undefined, { isDraft }: { isDraft: boolean }): string[] {
  if (!meter) return ['does not exist'];
  return [
    ...(meter.status === 'ACTIVE' || isDraft ? [] : [`is ${meter.status}, not ACTIVE`]),
    ...(meter.aggregation === 'SUM' ? [] : [`has the aggregation ${meter.aggregation}, not SUM`]),
  ];
}
