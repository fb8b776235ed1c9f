import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import { type ConnectionRow, listConnections } from './store.ts';

export { openProvider, readProviderEvent } from './open-provider.ts';
export { PROVIDERS_IN_USE } from './ports.ts';
export { type ConnectionRow, chooseConnection, findConnection, listConnections } from './store.ts';

import './tables.ts';

/** Whether any provider collects for the organization, from payers of whatever country. */
export async function canCharge(tx: Tx, org: Org): Promise<boolean> {
  return (await listConnections(tx, org)).some(collects);
}

/** Whether there is or was a provider, whose requests may still be paid. */
export async function hasProvider(tx: Tx, org: Org): Promise<boolean> {
  return (await listConnections(tx, org)).length > 0;
}

export function collects({ kind }: Pick<ConnectionRow, 'kind'>): boolean {
  return kind !== 'OFFLINE';
}
