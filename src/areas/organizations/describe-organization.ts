import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import type { Organization } from './schema.ts';
import { getOrganizationRow, listCurrencies } from './store.ts';

/** The organization as it is on the wire. */
export async function describeOrganization(tx: Tx, org: Org): Promise<Organization> {
  const [row, currencies] = await Promise.all([getOrganizationRow(tx, org), listCurrencies(tx, org)]);
  return { ...row, currencies };
}
