import { type RateCardRow, readCardMinimum } from '#areas/price-plans/index.ts';
import type { DateRange } from '#core/period.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import { pairCards } from './list-chain-sales.ts';
import { pricesOf, readPrices } from './read-prices.ts';
import { listManyTimelines, type ScheduleRow } from './store/schedules.ts';
import { isBefore } from './timeline.ts';

/** By card name: the days on which earlier schedules had a minimum for the same sale. */
export type MinimumsBefore = ReadonlyMap<string, readonly DateRange[]>;

interface RequestedSchedule {
  schedule: ScheduleRow;
  cards: readonly RateCardRow[];
  currency: string;
}

export const NO_MINIMUMS: MinimumsBefore = new Map();

/** Runs a query only if a card has a minimum in the currency. */
export async function listMinimumsBefore(
  tx: Tx,
  org: Org,
  requested: RequestedSchedule,
): Promise<MinimumsBefore> {
  return (await listManyMinimumsBefore(tx, org, [requested])).get(requested.schedule.id) ?? NO_MINIMUMS;
}

/**
 * Earlier minimums of many schedules, by schedule id; omits schedules without any. Schedules of other plans
 * count, too: a minimum that is not prorated is owed once by all that share a cycle.
 */
export async function listManyMinimumsBefore(
  tx: Tx,
  org: Org,
  requested: readonly RequestedSchedule[],
): Promise<ReadonlyMap<string, MinimumsBefore>> {
  const bounded = requested
    .map((each) => ({ ...each, cards: withMinimum(each.cards, each.currency) }))
    .filter(({ cards }) => cards.length > 0);
  if (bounded.length === 0) return new Map();
  const accountIds = [...new Set(bounded.map(({ schedule }) => schedule.accountId))];
  const timelines = Map.groupBy(await listManyTimelines(tx, org, accountIds), ({ accountId }) => accountId);
  const withEarlier = bounded.map((each) => {
    const { accountId, startDate } = each.schedule;
    const timeline = timelines.get(accountId) ?? [];
    return { ...each, earlier: timeline.filter((other) => isBefore(other.startDate, startDate)) };
  });
  const prices = await readPrices(
    tx,
    org,
    withEarlier.flatMap(({ earlier }) => earlier),
  );
  return new Map(
    withEarlier.map(({ schedule, cards, currency, earlier }) => {
      const owed = earlier.flatMap((each) => {
        const days = { start: each.startDate, end: each.endDate ?? schedule.startDate };
        const others = withMinimum(pricesOf(each, prices).cards, currency);
        return pairCards(cards, others).map(({ name }) => ({ name, days }));
      });
      const byName = Map.groupBy(owed, ({ name }) => name);
      return [schedule.id, new Map([...byName].map(([name, all]) => [name, all.map(({ days }) => days)]))];
    }),
  );
}

function withMinimum(cards: readonly RateCardRow[], currency: string): RateCardRow[] {
  return cards.filter((card) => readCardMinimum(card, currency) !== null);
}
