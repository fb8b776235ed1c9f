import { type EventType, publishEvent } from '#areas/webhooks/index.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import type { WalletKey } from './store/wallets.ts';

/**
 * Publishes a change of an account's feature entitlement, except by usage: the events themselves report that,
 * and it would be published thousands of times.
 */
export function publishEntitlement(
  tx: Tx,
  org: Org,
  change: { type: EventType & `entitlement.${string}`; wallet: WalletKey; now: Temporal.Instant },
): void {
  const { type, wallet, now } = change;
  publishEvent(tx, org, { type, id: `${wallet.accountId}/${wallet.featureId}`, now });
}
