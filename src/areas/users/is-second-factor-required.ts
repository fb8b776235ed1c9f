import { findOrgSetting } from '#areas/settings/index.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';

/** Whether the members of an organization may do nothing but set up a second factor until they have one. */
export async function isSecondFactorRequired(tx: Tx, org: Org): Promise<boolean> {
  return (await findOrgSetting(tx, org, 'SECOND_FACTOR_REQUIRED')) === 'true';
}
