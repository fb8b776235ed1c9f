import { BILLS_OF_EVENTS } from '#areas/usage/index.ts';
import { portHandler } from '#platform/ports.ts';
import { listBills, listCycleBills } from '../store/event-bills.ts';

/** Returns to the usage area the invoice of a cycle that bills an event, and its adjustment. */
export const billsOfEvents = portHandler(BILLS_OF_EVENTS, async (tx, org, events) => {
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
