import { type RateCardRow, readRecurrence } from '#areas/price-plans/index.ts';
import type { ChainSale } from '#core/rating/recurrence.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import { pricesOf, readPrices } from './read-prices.ts';
import { listManyTimelines, type PlannedSchedule, type ScheduleRow } from './store/schedules.ts';
import { isBefore } from './timeline.ts';

/** Sales of earlier schedules in a chain, by the name of the current schedule's card. */
export type SoldBefore = ReadonlyMap<string, readonly ChainSale[]>;

/** The properties that identify what a card sells. */
export type SellingCard = Pick<RateCardRow, 'name' | 'type' | 'billableId'>;

interface SellingSchedule {
  schedule: ScheduleRow;
  cards: readonly SellingCard[];
}

export const NOTHING_SOLD: SoldBefore = new Map();

/**
 * Earlier sales in the chain of a schedule for each of its cards. Runs a query only if earlier schedules
 * exist.
 */
export async function listChainSales(tx: Tx, org: Org, requested: SellingSchedule): Promise<SoldBefore> {
  return (await listManyChainSales(tx, org, [requested])).get(requested.schedule.id) ?? NOTHING_SOLD;
}

/** Chain sales of many schedules, by schedule id; omits schedules without earlier sales. */
export async function listManyChainSales(
  tx: Tx,
  org: Org,
  requested: readonly SellingSchedule[],
): Promise<ReadonlyMap<string, SoldBefore>> {
  const later = requested.filter(
    ({ schedule, cards }) => cards.length > 0 && isBefore(schedule.chainStartDate, schedule.startDate),
  );
  if (later.length === 0) return new Map();
  const accountIds = [...new Set(later.map(({ schedule }) => schedule.accountId))];
  const found = await listManyTimelines(tx, org, accountIds);
  const timelines = Map.groupBy(found, ({ accountId }) => accountId);
  const chained = later.map(({ schedule, cards }) => {
    const { accountId, startDate, chainStartDate } = schedule;
    const isEarlier = (each: ScheduleRow) =>
      each.chainStartDate.equals(chainStartDate) && isBefore(each.startDate, startDate);
    return { schedule, cards, earlier: (timelines.get(accountId) ?? []).filter(isEarlier) };
  });
  const all = chained.flatMap(({ earlier }) => earlier);
  const prices = await readPrices(tx, org, all);
  const cardsOf = (sold: PlannedSchedule) => pricesOf(sold, prices).cards;
  return new Map(chained.map((each) => [each.schedule.id, salesOf(each, cardsOf)]));
}

function salesOf(
  { schedule, cards, earlier }: SellingSchedule & { earlier: readonly PlannedSchedule[] },
  cardsOf: (sold: PlannedSchedule) => readonly RateCardRow[],
): SoldBefore {
  const sales = earlier.flatMap((each) => {
    const days = { start: each.startDate, end: each.endDate ?? schedule.startDate };
    return pairCards(cards, cardsOf(each)).map(({ name, card }) => {
      return { name, sale: { feeType: readFeeType(card), recurrence: readRecurrence(card), days } };
    });
  });
  const byName = Map.groupBy(sales, ({ name }) => name);
  return new Map([...byName].map(([name, own]) => [name, own.map(({ sale }) => sale)]));
}

/**
 * Pairs cards that sell the same: of one type and billable. If there are several, such as grants of one
 * add-on, cards of the same name are paired first and the others in their order.
 */
export function pairCards<T extends SellingCard>(
  cards: readonly SellingCard[],
  earlier: readonly T[],
): { name: string; card: T }[] {
  const keyOf = ({ type, billableId }: SellingCard) => `${type} ${billableId}`;
  const sold = Map.groupBy(earlier, keyOf);
  return [...Map.groupBy(cards, keyOf)].flatMap(([key, own]) => {
    const left = new Map((sold.get(key) ?? []).map((card) => [card.name, card]));
    const named = own.flatMap(({ name }) => {
      const card = left.get(name);
      return card && left.delete(name) ? [{ name, card }] : [];
    });
    const others = own.filter(({ name }) => !named.some((each) => each.name === name));
    const inOrder = [...left.values()].slice(0, others.length);
    return [...named, ...inOrder.map((card, index) => ({ name: others[index]?.name ?? '', card }))];
  });
}

function readFeeType({ details }: RateCardRow): ChainSale['feeType'] {
  return (details.fixedFeeRateCard ?? details.creditGrantRateCard)?.type ?? 'RECURRING';
}
