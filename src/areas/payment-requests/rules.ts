import type { StoredInvoice } from '#areas/invoices/index.ts';
import { type Decimal, ZERO } from '#core/decimal.ts';

/**
 * Returns the amount that a provider may collect: 0 for an invoice that is void, uncollectible, refunded or
 * merged.
 */
export function owedOf({ status, totalAmount, paidAmount, mergedInto }: StoredInvoice): Decimal {
  const isOwed = (status === 'DUE' || status === 'PARTIALLY_PAID') && mergedInto === null;
  const owed = isOwed ? totalAmount.minus(paidAmount) : ZERO;
  return owed.gt(0) ? owed : ZERO;
}

/** Hours after the first, second and third failure. The fourth is final. */
const RETRY_HOURS = {
  /** 15.3: 1, 3 and 7 days. */
  INVOICE: [24, 72, 168],
  /** 14.4. */
  TOPUP: [1, 6, 24],
} as const;

/** Returns when a failed request is retried; null after the last attempt. */
export function retryAtOf(
  now: Temporal.Instant,
  { attempt, isTopup }: { attempt: number; isTopup: boolean },
): Temporal.Instant | null {
  const hours = RETRY_HOURS[isTopup ? 'TOPUP' : 'INVOICE'][attempt - 1];
  return hours === undefined ? null : now.add({ hours });
}

/**
 * Providers remember a key for a day. A later call under the same key could charge twice, so a call is given
 * up before that, and an operator must check.
 */
export const CALL_HOURS = 23;
