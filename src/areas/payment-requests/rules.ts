import type { StoredInvoice } from '#areas/invoices/index.ts';
import { type Decimal, ZERO } from '#core/decimal.ts';

/** What a provider may be asked for: nothing of what is void, given up, refunded or part of another bill. */
export function owedOf({ status, totalAmount, paidAmount, mergedInto }: StoredInvoice): Decimal {
  const isOwed = (status === 'DUE' || status === 'PARTIALLY_PAID') && mergedInto === null;
  const owed = isOwed ? totalAmount.minus(paidAmount) : ZERO;
  return owed.gt(0) ? owed : ZERO;
}

/** Hours after the first failure, the second and the third. The fourth is the last. */
const RETRY_HOURS = {
  /** 15.3: 1, 3 and 7 days. */
  INVOICE: [24, 72, 168],
  /** 14.4. */
  TOPUP: [1, 6, 24],
} as const;

/** When a request that failed is tried again; null when it was the last try. */
export function retryAtOf(
  now: Temporal.Instant,
  { attempt, isTopup }: { attempt: number; isTopup: boolean },
): Temporal.Instant | null {
  const hours = RETRY_HOURS[isTopup ? 'TOPUP' : 'INVOICE'][attempt - 1];
  return hours === undefined ? null : now.add({ hours });
}

/**
 * Providers remember a key for a day. Asked later under the same, one might charge a second time, so that a
 * call is given up before, and people have to look.
 */
export const CALL_HOURS = 23;
