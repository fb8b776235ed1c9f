import { isSwitchedOn } from '#areas/settings/index.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';

/**
 * Whether a wallet automatically pays invoices that fall due: the setting of the account, or else of the
 * organization.
 */
export function findAutoNetOff(tx: Tx, org: Org, accountId: string): Promise<boolean> {
  return isSwitchedOn(tx, org, { id: 'WALLET_AUTO_NET_OFF', accountId });
}
