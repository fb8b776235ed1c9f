import { getAccount } from '#areas/accounts/index.ts';
import { getFeature } from '#areas/features/index.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import type { WalletKey } from './store/wallets.ts';

/** Finds both by the ids of a path. Raises `accountNotFound` or `featureNotFound`. */
export async function getAccountFeature(
  tx: Tx,
  org: Org,
  params: { account_id: string; feature_id: string },
): Promise<WalletKey> {
  const [account, feature] = await Promise.all([
    getAccount(tx, org, params.account_id),
    getFeature(tx, org, params.feature_id),
  ]);
  return { accountId: account.id, featureId: feature.id };
}
