import { listManyMinimumsBefore, type MinimumsBefore } from '#areas/schedules/index.ts';
import { hasWholeCardMinimums } from '#areas/settings/index.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import type { MeasuredCycle } from './measured-cycles.ts';
import type { PricedCycle } from './price-cycles.ts';
import type { OwedMinimums } from './revenue-of-card.ts';

/** How the minimums of cards apply to the cycles. */
export interface CycleMinimums {
  of(measured: MeasuredCycle, card: string): OwedMinimums;
}

/** Only minimums that are not prorated depend on earlier schedules of the account that owed them. */
export async function loadMinimums(tx: Tx, org: Org, priced: readonly PricedCycle[]): Promise<CycleMinimums> {
  const hasWholeMinimums = await hasWholeCardMinimums(tx, org);
  const before = hasWholeMinimums ? await loadBefore(tx, org, priced) : new Map<string, MinimumsBefore>();
  return {
    of: ({ schedule }, card) => ({
      hasWholeMinimums,
      before: before.get(schedule.id)?.get(card) ?? [],
    }),
  };
}

/** By schedule. */
function loadBefore(tx: Tx, org: Org, priced: readonly PricedCycle[]) {
  const bySchedule = Map.groupBy(priced, ({ measured }) => measured.schedule.id);
  const requested = [...bySchedule.values()].flatMap((own) => {
    const [first] = own;
    if (!first) return [];
    // A cycle with deferred revenue has no cards.
    const cards = new Map(own.flatMap((each) => each.cards.map((card) => [card.name, card])));
    const { schedule, account } = first.measured;
    return [{ schedule, cards: [...cards.values()], currency: account.invoiceCurrency }];
  });
  return listManyMinimumsBefore(tx, org, requested);
}
