import type { Decimal } from '#core/decimal.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import { applyDebit, byConsumption, type FeatureWallet, planDebit } from './draw-credits.ts';
import { insertDebits, listOpenEntries, lockWallets, type WalletKey } from './store/wallets.ts';

/** The wallets of a batch, locked until the transaction ends. */
export interface OpenWallets {
  /** An empty wallet if the account was never granted credits for the feature. */
  of(accountId: string, featureId: string): FeatureWallet;
}

/**
 * Locks and reads the wallets that a batch of events debits: two statements in one round trip, whatever the
 * number of events. Plan and apply the debits in event order, then record them.
 */
export async function openWallets(
  tx: Tx,
  org: Org,
  events: readonly (WalletKey & { at: Temporal.Instant })[],
): Promise<OpenWallets> {
  const wallets = new Map<string, FeatureWallet>();
  const of = (accountId: string, featureId: string) => {
    const key = JSON.stringify([accountId, featureId]);
    const wallet = wallets.get(key) ?? { accountId, featureId, entries: [] };
    wallets.set(key, wallet);
    return wallet;
  };
  for (const { accountId, featureId } of events) of(accountId, featureId);
  const keys = [...wallets.values()];
  if (keys.length > 0) {
    // The second statement starts once the first has its locks, and sees the changes of their last holders.
    const range = { wallets: keys, ...spanOf(events) };
    const [, entries] = await Promise.all([lockWallets(tx, org, keys), listOpenEntries(tx, org, range)]);
    for (const { accountId, featureId, ...entry } of entries) of(accountId, featureId).entries.push(entry);
    for (const { entries: own } of keys) own.sort(byConsumption);
  }
  return { of };
}

/** Checks and debits one event. If the credits do not suffice, nothing changes. */
export async function debitFeature(
  tx: Tx,
  org: Org,
  event: WalletKey & { at: Temporal.Instant; units: Decimal; referenceId: string },
): Promise<{ isEnough: boolean }> {
  const wallets = await openWallets(tx, org, [event]);
  const debit = planDebit(wallets.of(event.accountId, event.featureId), event);
  if (!debit) return { isEnough: false };
  applyDebit(debit);
  const { referenceId, at } = event;
  await insertDebits(tx, org, [{ ...debit, referenceId, eventTime: at.toString() }]);
  return { isEnough: true };
}

function spanOf(events: readonly { at: Temporal.Instant }[]) {
  const { compare } = Temporal.Instant;
  let [first, last] = [events[0]?.at as Temporal.Instant, events[0]?.at as Temporal.Instant];
  for (const { at } of events) {
    if (compare(at, first) < 0) first = at;
    if (compare(at, last) > 0) last = at;
  }
  return { first, last };
}
