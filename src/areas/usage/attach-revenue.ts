import { readFactors } from '#areas/organizations/index.ts';
import { type RateCardRow, readPriceMeterId, readUsageRate } from '#areas/price-plans/index.ts';
import { listScheduleCards, type ScheduleRow } from '#areas/schedules/index.ts';
import { Decimal, decimalText, ZERO } from '#core/decimal.ts';
import { readRateConfig } from '#core/invoice/read-rate-config.ts';
import { eventRevenue, type PriceOf } from '#core/rating/event-revenue.ts';
import { rate } from '#core/rating/index.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import type { Period } from './decision/event-facts.ts';
import type { MeteredUnits, Outcome } from './event.ts';
import { type CycleSum, lockCycleUnits } from './store/locked-cycles.ts';

/** Usage of an event whose schema stores revenue with each event. */
interface PricedUsage {
  outcome: Outcome;
  usage: MeteredUnits;
  accountId: string;
  currency: string;
  period: Period;
  /** One price for each rate card of the schedule that prices the meter. */
  prices: readonly PriceOf[];
}

/**
 * Attributes revenue to each event whose schema enables it, in batch order. It first locks the running usage
 * of the affected cycles, which serializes concurrent batches so that their revenues add up. Batches without
 * such a schema run no query. `undone` events are processed before all others: their revenue is the change of
 * the cycle's price when they are removed.
 */
export async function attachRevenue(
  tx: Tx,
  org: Org,
  batch: {
    outcomes: readonly Outcome[];
    undone: readonly Outcome[];
  },
): Promise<void> {
  const undone = new Set(batch.undone);
  const ofPriced = batch.outcomes.filter(({ isPriced }) => isPriced);
  if (ofPriced.length + undone.size === 0) return;
  const priced = await priceUsage(tx, org, [...undone, ...ofPriced]);
  if (priced.length === 0) return;
  const keys = new Map(priced.map((each) => [keyOf(each), cycleOf(each)]));
  const [running, factorOf] = await Promise.all([
    lockCycleUnits(tx, org, [...keys.values()]),
    readFactors(tx, org),
  ]);
  const sums = new Map([...keys.keys()].map((key, index) => [key, running[index] as CycleSum]));
  for (const each of priced) {
    const { outcome, usage } = each;
    const before = sums.get(keyOf(each)) as CycleSum;
    const after = addEvent(before, usage.units, { isUndone: undone.has(outcome) });
    sums.set(keyOf(each), after);
    // Uses the exchange rate of the cycle's invoice, so that event revenue and invoice agree.
    const factor = factorOf(each.currency, each.period.cycle.startAt);
    const earned = earnings(each, { before, after, factor });
    outcome.revenue = [...(outcome.revenue ?? []), earned];
  }
}

function earnings(
  { usage, prices }: PricedUsage,
  change: { before: CycleSum; after: CycleSum; factor: Decimal | undefined },
): NonNullable<Outcome['revenue']>[number] {
  const [before, after] = [quantityOf(change.before), quantityOf(change.after)];
  const amount = prices.reduce((sum, price) => sum.plus(eventRevenue(price, { before, after })), ZERO);
  const { factor } = change;
  return {
    usageMeterId: usage.meterId,
    revenueInvoiceCurrency: decimalText(amount),
    revenueBaseCurrency: decimalText(factor ? amount.times(factor) : amount),
  };
}

function addEvent({ units, events }: CycleSum, more: Decimal, { isUndone }: { isUndone: boolean }): CycleSum {
  if (isUndone) return { units: units.minus(more), events: events - 1 };
  return { units: units.plus(more), events: events + 1 };
}

/** Null if there is no usage. */
function quantityOf({ units, events }: CycleSum): Decimal | null {
  return events === 0 ? null : units;
}

/** Only sums and counts: there an event changes the quantity by its own units alone. */
async function priceUsage(tx: Tx, org: Org, outcomes: readonly Outcome[]): Promise<PricedUsage[]> {
  const cards = new Map<string, Promise<RateCardRow[]>>();
  const cardsOf = (schedule: ScheduleRow) => {
    const { planId, planVersion, overrideReferenceId } = schedule;
    const key = overrideReferenceId ?? `${planId}@${planVersion}`;
    const known = cards.get(key) ?? listScheduleCards(tx, org, schedule);
    cards.set(key, known);
    return known;
  };
  const priced = outcomes.map(async (outcome): Promise<PricedUsage[]> => {
    const { match, period } = outcome;
    const summed = outcome.usage.filter(
      ({ aggregation }) => aggregation === 'COUNT' || aggregation === 'SUM',
    );
    if (summed.length === 0 || !match || !period) return [];
    const { accountId, invoiceCurrency: currency } = match;
    const ofSchedule = await cardsOf(period.schedule);
    return summed.flatMap((usage) => {
      const prices = ofSchedule.flatMap((card) => priceOf(card, usage.meterId, currency) ?? []);
      return prices.length > 0 ? [{ outcome, usage, accountId, currency, period, prices }] : [];
    });
  });
  return (await Promise.all(priced)).flat();
}

/** Null if the card prices something else or has no price in the currency. */
function priceOf(card: RateCardRow, meterId: string, currency: string): PriceOf | null {
  if (card.type !== 'USAGE' || (readPriceMeterId(card) ?? card.billableId) !== meterId) return null;
  try {
    const { maximumQuantity: cap, ...prices } = readUsageRate(card, currency);
    const config = readRateConfig(prices);
    return (quantity) => rate(cap === undefined ? quantity : Decimal.min(quantity, cap), config).amount;
  } catch (error) {
    // The config reader throws a RangeError if the card has no price in the currency.
    if (!(error instanceof RangeError)) throw error;
    return null;
  }
}

function keyOf(priced: PricedUsage): string {
  const { accountId, scheduleId, cycleStart, meterId } = cycleOf(priced);
  return [accountId, scheduleId, cycleStart, meterId].join('\u0000');
}

function cycleOf({ accountId, usage: { meterId }, period: { shown } }: PricedUsage) {
  return { accountId, scheduleId: shown.scheduleId, cycleStart: shown.cycleStart, meterId };
}
