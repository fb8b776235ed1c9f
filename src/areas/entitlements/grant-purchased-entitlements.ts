import { decimal } from '#core/decimal.ts';
import { addDuration } from '#core/period-duration.ts';
import type { GrantContext } from './grant-cycle-entitlements.ts';
import { insertEntries, type NewEntry } from './store/grants.ts';
import { insertWallets } from './store/wallets.ts';

/** Credits for a feature that were bought; each window is an entry of its own. */
export interface PurchasedFeature {
  featureId: string;
  /** ISO 8601 durations from the grant, and how many credits, as decimal text. */
  windows: readonly { from: string; until: string; limit: string }[];
}

/**
 * Grants what a purchase bought; its windows begin now (`metering-pricing.md` 11.2). Doing it again changes
 * nothing: an entry is named after its purchase and its place in it. No schedule ends these entries.
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
