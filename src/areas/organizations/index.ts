import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import { getOrganizationRow, holdCurrency, type OrganizationRow } from './store.ts';

export { listOrganizations, moveOrganization, type OrganizationMove } from './operate.ts';
export { ORGANIZATION_DESCRIBED, planDescribed } from './plan-described.ts';
export { type OrganizationStatus, scopesUnder } from './scopes-under.ts';
export type { OrganizationRow } from './store.ts';
export { countOrganizations, findOpenOrganization, insertOrganization, lockBootstrap } from './store.ts';

/**
 * The organization's own record: name, time zone (the billing zone), base currency, rounding mode, address.
 */
export function getOrganization(tx: Tx, org: Org): Promise<OrganizationRow> {
  return getOrganizationRow(tx, org);
}

/**
 * Whether accounts may be invoiced in a currency, the base currency or an added one; locks an added one until
 * the transaction ends.
 */
export async function isCurrencyEnabled(tx: Tx, org: Org, currency: string): Promise<boolean> {
  const { baseCurrency } = await getOrganizationRow(tx, org);
  return baseCurrency === currency || (await holdCurrency(tx, org, currency));
}

export { type FactorOf, readFactors } from './rates.ts';
