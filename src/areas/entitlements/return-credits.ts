import { decimalText } from '#core/decimal.ts';
import type { GrantContext } from './grant-cycle-entitlements.ts';
import { insertEntries, type NewEntry } from './store/grants.ts';
import { deleteDebits, listDebitedWallets, listDebits, type StoredDebit } from './store/returns.ts';
import type { WalletKey } from './store/wallets.ts';

/** The wallets that events debited, by event reference. */
export async function findDebited(
  { tx, org }: Pick<GrantContext, 'tx' | 'org'>,
  references: readonly string[],
): Promise<ReadonlyMap<string, readonly WalletKey[]>> {
  const wallets = await listDebitedWallets(tx, org, references);
  return Map.groupBy(wallets, ({ referenceId }) => referenceId);
}

/**
 * Returns the debits of events to their entries, including overage (`metering-pricing.md` 8). An ended entry
 * gets them back, too, for events of its time that are processed later. Credits of a voided entry become a
 * new entry with the same window, or expire if that has ended. The caller has locked the wallets. Returns, by
 * event, a sentence for the sender.
 */
export async function returnCredits(
  { tx, org, now }: GrantContext,
  references: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  if (references.length === 0) return new Map();
  const debits = await listDebits(tx, org, references);
  if (debits.length === 0) return new Map();
  await deleteDebits(tx, org, references);
  const entries = debits.flatMap((debit) => toRefund(debit, now) ?? []);
  if (entries.length > 0) await insertEntries(tx, org, { entries, now });
  const sentences = new Map<string, string[]>();
  for (const debit of debits) {
    const sentence = explain(debit, now);
    if (sentence) sentences.set(debit.referenceId, [...(sentences.get(debit.referenceId) ?? []), sentence]);
  }
  return sentences;
}

/** Only credits of voided entries are granted anew; overage is merely counted. */
function toRefund(debit: StoredDebit, now: Temporal.Instant): NewEntry | null {
  const { accountId, featureId, effectiveFrom, effectiveUntil, units, status } = debit;
  if (debit.isOverage || status !== 'VOIDED' || isOver(debit, now)) return null;
  return {
    ...{ accountId, featureId, id: refundId(debit), source: 'REFUND', granted: units },
    ...{ scheduleId: null, invoiceTiming: null, blockAt: null, cardUntil: null },
    ...{ effectiveFrom, effectiveUntil },
  };
}

function explain(debit: StoredDebit, now: Temporal.Instant): string | null {
  const { isOverage, entryId, effectiveUntil, status } = debit;
  if (isOverage) return null;
  const units = `${decimalText(debit.units)} credits`;
  const isVoided = status === 'VOIDED';
  if (!isOver(debit, now))
    return isVoided ? `${units} of the voided entry ${entryId} were returned to ${refundId(debit)}` : null;
  if (isVoided) return `${units} are lost: entry ${entryId} is voided and has expired`;
  const end = `which expired at ${effectiveUntil}, so later events cannot use them`;
  return `${units} were returned to entry ${entryId}, ${end}`;
}

function isOver({ effectiveUntil }: StoredDebit, now: Temporal.Instant): boolean {
  return Temporal.Instant.compare(effectiveUntil, now) <= 0;
}

function refundId({ referenceId, position }: StoredDebit): string {
  return `${referenceId}#${position + 1}$REFUND`;
}
