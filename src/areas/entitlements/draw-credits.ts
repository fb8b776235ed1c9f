import { Decimal, ZERO } from '#core/decimal.ts';

/** An entry in the form that debits need. */
export interface WalletEntry {
  id: string;
  isOverage: boolean;
  effectiveFrom: Temporal.Instant;
  effectiveUntil: Temporal.Instant;
  /** Null: unlimited overage. */
  granted: Decimal | null;
  used: Decimal;
}

/** An account's credits for a feature, with entries in the order of consumption. */
export interface FeatureWallet {
  accountId: string;
  featureId: string;
  entries: WalletEntry[];
}

/** The debit of one event. */
export interface FeatureDebit {
  accountId: string;
  featureId: string;
  parts: { entry: WalletEntry; units: Decimal }[];
  /** The part of `parts` beyond the credits. */
  overage: Decimal;
  /** Overage of the event's block, including this event. */
  usedOverage: Decimal;
}

/**
 * The debit of an event of `units` at an instant: it uses up each entry in turn, overage last, all or nothing
 * (`metering-pricing.md` 11.3). Null if the credits do not suffice. Changes nothing.
 */
export function planDebit(
  wallet: FeatureWallet,
  event: { at: Temporal.Instant; units: Decimal },
): FeatureDebit | null {
  const { debit, missing } = takeUnits(wallet, event);
  return missing.gt(0) ? null : debit;
}

/** Like `planDebit`, but takes as much as there is; also returns the missing units. */
export function takeUnits(
  wallet: FeatureWallet,
  event: { at: Temporal.Instant; units: Decimal },
): { debit: FeatureDebit; missing: Decimal } {
  const { accountId, featureId } = wallet;
  const debit: FeatureDebit = { accountId, featureId, parts: [], overage: ZERO, usedOverage: ZERO };
  let missing = event.units;
  for (const entry of wallet.entries) {
    if (!isEffective(entry, event.at)) continue;
    const room = entry.granted ? entry.granted.minus(entry.used) : missing;
    const units = Decimal.min(room, missing);
    if (units.gt(0)) debit.parts.push({ entry, units });
    missing = missing.minus(units);
    if (!entry.isOverage) continue;
    debit.overage = debit.overage.plus(units);
    debit.usedOverage = debit.usedOverage.plus(entry.used).plus(units);
  }
  return { debit, missing };
}

/** What events at an instant can still use. */
export interface FeatureRemainder {
  credits: Decimal;
  /** Beyond the credits; null: unlimited. */
  overage: Decimal | null;
}

export function remainderOf(wallet: FeatureWallet, at: Temporal.Instant): FeatureRemainder {
  let credits: Decimal = ZERO;
  let overage: Decimal | null = ZERO;
  for (const entry of wallet.entries) {
    if (!isEffective(entry, at)) continue;
    const left = entry.granted ? entry.granted.minus(entry.used) : null;
    if (!entry.isOverage) credits = credits.plus(left ?? ZERO);
    else overage = left && overage ? overage.plus(left) : null;
  }
  return { credits, overage };
}

/** Reduces what the next event of the batch can use. */
export function applyDebit({ parts }: FeatureDebit): void {
  for (const { entry, units } of parts) entry.used = entry.used.plus(units);
}

/** Earliest end first, then earliest start, then id; overage after all credits. */
export function byConsumption(a: WalletEntry, b: WalletEntry): number {
  const { compare } = Temporal.Instant;
  return (
    Number(a.isOverage) - Number(b.isOverage) ||
    compare(a.effectiveUntil, b.effectiveUntil) ||
    compare(a.effectiveFrom, b.effectiveFrom) ||
    (a.id < b.id ? -1 : 1)
  );
}

function isEffective({ effectiveFrom, effectiveUntil }: WalletEntry, at: Temporal.Instant): boolean {
  const { compare } = Temporal.Instant;
  return compare(effectiveFrom, at) <= 0 && compare(at, effectiveUntil) < 0;
}
