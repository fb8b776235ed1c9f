import { BILLS_OF_EVENTS } from '#areas/usage/index.ts';
import { answer } from '#platform/questions.ts';
import { listBills, listCycleBills } from '../store/event-bills.ts';

/** Tells the area of usage which invoice of a cycle bills an event, and what the adjustment of it is. */
export const billsOfEvents = answer(BILLS_OF_EVENTS, async (tx, org, events) => {
  const ids = events.flatMap(({ adjustmentId }) => adjustmentId ?? []);
  const [ofCycles, adjustments] = await Promise.all([
    listCycleBills(tx, org, events),
    listBills(tx, org, [...new Set(ids)]),
  ]);
  return events.map(({ adjustmentId }, i) => ({
    invoice: ofCycles.get(i) ?? null,
    adjustment: adjustments.get(adjustmentId ?? '') ?? null,
  }));
});
