import { type Decimal, decimal, decimalText } from '#core/decimal.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import {
  applyDebit,
  byConsumption,
  type FeatureWallet,
  takeUnits,
  type WalletEntry,
} from './draw-credits.ts';
import {
  listReappliedEntries,
  listReappliedEvents,
  type MovedDebit,
  type Reapplication,
  type ReappliedEvent,
  replaceDebits,
  updateUses,
} from './store/reapplications.ts';
import type { WalletKey } from './store/wallets.ts';

const PAGE_EVENTS = 10_000;
const FIRST = '00000000-0000-0000-0000-000000000000';

/** An entry after an edit. */
export interface EndedEntry {
  id: string;
  /** Null: the entry cannot be debited any more. */
  endsAt: Temporal.Instant | null;
}

interface Drawn {
  wallet: FeatureWallet;
  /** The ended entries, which keep debits that fit nowhere else. */
  ended: readonly WalletEntry[];
}

/**
 * After an edit from the start of a running cycle, reapplies the debits of the cycle's events, in
 * processing order, to the credits of the new terms and of purchases (`metering-pricing.md` 9.6). The rest
 * becomes overage, even above the card's limit, because it is already used. If the new terms have no overage,
 * it stays in the ended entry. The caller holds the wallet lock and has inserted the new entries.
 */
export async function reapplyCredits(
  tx: Tx,
  org: Org,
  edited: WalletKey & { from: Temporal.Instant; entries: readonly EndedEntry[] },
): Promise<void> {
  const { entries, ...key } = edited;
  const reapplication: Reapplication = { ...key, endedIds: entries.map(({ id }) => id) };
  const ends = new Map(entries.map(({ id, endsAt }) => [id, endsAt]));
  const found = (await listReappliedEntries(tx, org, reapplication)).map(
    ({ reapplied, ...entry }): WalletEntry => {
      const effectiveUntil = ends.get(entry.id) ?? entry.effectiveUntil;
      const granted = entry.isOverage ? null : entry.granted;
      return { ...entry, effectiveUntil, granted, used: entry.used.minus(reapplied) };
    },
  );
  const usable = found.filter(({ id }) => ends.get(id) !== null).sort(byConsumption);
  const ended = found.filter(({ id }) => ends.has(id));
  const drawn: Drawn = { wallet: { ...key, entries: usable }, ended };
  let after: string | undefined = FIRST;
  while (after !== undefined) {
    const page = await listReappliedEvents(tx, org, { ...reapplication, after, limit: PAGE_EVENTS });
    await replaceDebits(tx, org, {
      reapplication,
      moved: page.flatMap((event) => drawAgain(event, drawn) ?? []),
    });
    after = page.length === PAGE_EVENTS ? page.at(-1)?.referenceId : undefined;
  }
  const uses = found.map(({ id, used }) => ({ id, used: decimalText(used) }));
  await updateUses(tx, org, { ...key, uses });
}

/** The new debit of an event; null if it is unchanged. */
function drawAgain({ referenceId, eventTime, parts }: ReappliedEvent, drawn: Drawn): MovedDebit | null {
  const units = parts.reduce<Decimal>((sum, part) => sum.plus(part.units), decimal('0'));
  const { debit, missing } = takeUnits(drawn.wallet, { at: eventTime, units });
  const rest = missing.gt(0) ? findEnded(parts, drawn) : undefined;
  const taken = rest ? { ...debit, parts: [...debit.parts, { entry: rest, units: missing }] } : debit;
  applyDebit(taken);
  const now = taken.parts.map(({ entry, units: own }) => {
    return { entryId: entry.id, isOverage: entry.isOverage, units: decimalText(own) };
  });
  const isSame =
    now.length === parts.length &&
    now.every(({ entryId, units: own }, i) => {
      return entryId === parts[i]?.entryId && decimal(own).eq(parts[i].units);
    });
  return isSame ? null : { referenceId, eventTime: eventTime.toString(), parts: now };
}

/** An ended entry that the event debited, or else any ended entry. */
function findEnded(parts: ReappliedEvent['parts'], { ended }: Drawn): WalletEntry {
  const own = ended.find(({ id }) => parts.some(({ entryId }) => entryId === id));
  const entry = own ?? ended[0];
  if (!entry) throw new Error('credits are reapplied although no entry was ended');
  return entry;
}
