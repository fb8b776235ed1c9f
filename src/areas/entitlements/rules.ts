import { Decimal, parseJsonDecimal } from '#core/decimal.ts';
import { FOREVER_INSTANT } from '#core/period-zone.ts';
import type { Sent } from '#platform/http/operation.ts';
import { creditEntryInvalid, creditEntryVoided, overageEntryFixed } from './problems.ts';
import type { FeatureCreditEntry, UpdateFeatureCreditsRequest } from './schema.ts';
import type { CreditEntryRow } from './store/entries.ts';

/** The entry at an instant, as it is on the wire. */
export function describeCreditEntry(row: CreditEntryRow, now: Temporal.Instant): Sent<FeatureCreditEntry> {
  const { id, source, effectiveFrom, effectiveUntil, granted, used } = row;
  const isExpired = Temporal.Instant.compare(now, effectiveUntil) >= 0;
  const status = row.status === 'ACTIVE' && isExpired ? 'EXPIRED' : row.status;
  const shown = { id, source, status, effectiveFrom, effectiveUntil, used } as const;
  // The balance of the account includes the overage, so an entry omits it.
  return source === 'OVERAGE' || !granted ? shown : { ...shown, granted, balance: granted.minus(used) };
}

/** Validates the changes of a PATCH (`metering-pricing.md` 11.4). An expired entry can be revived. */
export function readEntryChange(
  row: CreditEntryRow,
  sent: UpdateFeatureCreditsRequest,
  now: Temporal.Instant,
): Partial<Pick<CreditEntryRow, 'granted' | 'effectiveUntil'>> {
  if (row.status === 'VOIDED') throw creditEntryVoided({ id: row.id });
  if (row.source === 'OVERAGE') throw overageEntryFixed({ id: row.id });
  const { granted } = sent;
  const effectiveUntil = sent.effectiveUntil && readEnd(sent.effectiveUntil, row, now);
  if (granted?.lte(row.used))
    throw creditEntryInvalid({
      at: 'granted',
      rule: `must be greater than ${row.used.toFixed()}, the units already used; void the entry to end it`,
    });
  return { ...(granted && { granted }), ...(effectiveUntil && { effectiveUntil }) };
}

function readEnd(sent: Temporal.Instant, row: CreditEntryRow, now: Temporal.Instant): Temporal.Instant {
  const { compare } = Temporal.Instant;
  if (compare(sent, now) <= 0)
    throw creditEntryInvalid({ at: 'effectiveUntil', rule: `must be in the future, after ${now}` });
  if (compare(sent, row.effectiveFrom) <= 0)
    throw creditEntryInvalid({
      at: 'effectiveUntil',
      rule: `must be after effectiveFrom, ${row.effectiveFrom}`,
    });
  return compare(sent, FOREVER_INSTANT) < 0 ? sent : FOREVER_INSTANT;
}

/** Exact text; `1.50` equals `1.5` (`metering-pricing.md` 11.5). */
export function isSameValue(held: string, sent: string): boolean {
  if (held === sent) return true;
  const [a, b] = [parseJsonDecimal(held), parseJsonDecimal(sent)];
  return a instanceof Decimal && b instanceof Decimal && a.eq(b);
}
