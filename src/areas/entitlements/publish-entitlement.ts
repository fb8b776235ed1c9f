import { type EventType, publishEvent } from '#areas/webhooks/index.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import type { WalletKey } from './store/wallets.ts';

/**
 * Tells that what an account has of a feature has changed, other than by use: that is told by the events that
 * were sent, and would be told thousands of times.
 */
export function publishEntitlement(
  tx: Tx,
  org: Org,
  change: { type: EventType & `entitlement.${string}`; wallet: WalletKey; now: Temporal.Instant },
): void {
  const { type, wallet, now } = change;
  publishEvent(tx, org, { type, id: `${wallet.accountId}/${wallet.featureId}`, now });
}
