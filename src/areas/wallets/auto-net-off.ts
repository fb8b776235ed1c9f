import { findSettingValue } from '#areas/settings/index.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';

/** Whether a wallet pays unasked what falls due: the setting of the account, or of the organization. */
export async function findAutoNetOff(tx: Tx, org: Org, accountId: string): Promise<boolean> {
  const value = await findSettingValue(tx, org, {
    namespace: 'PLATFORM',
    id: 'WALLET_AUTO_NET_OFF',
    candidates: [
      { entityType: 'ACCOUNT', entityId: accountId },
      { entityType: 'ORGANIZATION', entityId: org.id },
    ],
  });
  return value !== 'false';
}
