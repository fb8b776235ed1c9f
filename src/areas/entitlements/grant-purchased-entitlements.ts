import { decimal } from '#core/decimal.ts';
import { addDuration } from '#core/period-duration.ts';
import type { GrantContext } from './grant-cycle-entitlements.ts';
import { insertEntries, type NewEntry } from './store/grants.ts';
import { insertWallets } from './store/wallets.ts';

/** Purchased credits for a feature; each window becomes an entry. */
export interface PurchasedFeature {
  featureId: string;
  /** ISO 8601 durations from the grant, and the number of credits as decimal text. */
  windows: readonly { from: string; until: string; limit: string }[];
}

/**
 * Grants purchased credits; their windows start now (`metering-pricing.md` 11.2). Idempotent: the id of an
 * entry consists of its purchase and its position in it. No schedule ends these entries.
 */
export async function grantPurchasedEntitlements(
  { tx, org, now }: GrantContext,
  bought: {
    accountId: string;
    purchaseId: string;
    features: readonly PurchasedFeature[];
    timeZone: string;
  },
): Promise<void> {
  const { accountId, purchaseId, features, timeZone } = bought;
  const windows = features.flatMap(({ featureId, windows: each }) =>
    each.map((window) => ({ featureId, ...window })),
  );
  if (windows.length === 0) return;
  const entries = windows.map(
    ({ featureId, from, until, limit }, index): NewEntry => ({
      ...{ accountId, featureId, id: `${purchaseId}#${index}$PURCHASE`, source: 'ENTITLEMENT' },
      ...{ scheduleId: null, invoiceTiming: null, blockAt: null, cardUntil: null },
      effectiveFrom: addDuration(now, from, timeZone),
      effectiveUntil: addDuration(now, until, timeZone),
      granted: decimal(limit),
    }),
  );
  await insertWallets(tx, org, { wallets: entries, now });
  await insertEntries(tx, org, { entries, now });
}
