import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import { findConnection } from './store.ts';

export { openProvider } from './open-provider.ts';
export { type ConnectionRow, findConnection } from './store.ts';

import './tables.ts';

/** Whether somebody collects money for the organization. */
export async function canCharge(tx: Tx, org: Org): Promise<boolean> {
  const connection = await findConnection(tx, org);
  return connection !== null && connection.kind !== 'OFFLINE';
}
