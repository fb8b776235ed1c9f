import { findOrgSetting } from '#areas/settings/index.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import type { SessionUser } from '#platform/http/session-user.ts';
import { type Demands, type HowBegun, lackOf } from './rules.ts';
import { isProviderRequired } from './store/identity-providers.ts';

/** What an organization demands of a session and does not get. The transaction acts for the organization. */
export async function whatSessionLacks(tx: Tx, org: Org, session: HowBegun): Promise<SessionUser['lacks']> {
  return lackOf(session, await readDemands(tx, org));
}

async function readDemands(tx: Tx, org: Org): Promise<Demands> {
  return {
    needsSecondFactor: (await findOrgSetting(tx, org, 'SECOND_FACTOR_REQUIRED')) === 'true',
    needsIdentityProvider: await isProviderRequired(tx, org),
  };
}
