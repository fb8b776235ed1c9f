import { REFUNDING_REQUESTS } from '#areas/invoices/index.ts';
import { collects, listConnections, PROVIDERS_IN_USE } from '#areas/payment-providers/index.ts';
import { portHandler } from '#platform/ports.ts';
import { listConnectionIds, listUsedConnections } from './store/requests.ts';

/** Returns the connections that must be kept because requests were sent to them. */
export const providersInUse = portHandler(PROVIDERS_IN_USE, async (tx, org, ids) => {
  const requested = await listUsedConnections(tx, org, ids);
  return ids.map((id) => (requested.has(id) ? true : null));
});

/** The collecting provider refunds its payment, unless it is no longer called. */
export const refundingRequests = portHandler(REFUNDING_REQUESTS, async (tx, org, ids) => {
  const collecting = new Set((await listConnections(tx, org)).filter(collects).map(({ id }) => id));
  const connectionIds = await listConnectionIds(tx, org, ids);
  return ids.map((id) => (collecting.has(connectionIds.get(id) ?? '') ? true : null));
});
