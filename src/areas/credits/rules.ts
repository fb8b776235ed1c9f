import { type Decimal, decimalText } from '#core/decimal.ts';
import type { Credit } from './schema.ts';
import type { CreditRow } from './store/credits.ts';

/** Returns the granted amount that is neither consumed nor forfeited; drafts may hold some of it. */
export function remainingOf(credit: CreditRow): Decimal {
  return credit.creditAmount.minus(credit.consumedAmount).minus(credit.forfeitedAmount);
}

/** Returns the credit in wire form. */
export function describeCredit(row: CreditRow): Credit {
  const { orgId, forfeitedAmount, isApplicable, applicableEntityIds, ...members } = row;
  const { effectiveUntil, grantorId, idempotencyKey, ...required } = members;
  return {
    ...required,
    ...(applicableEntityIds.length > 0 && { applicableEntityIds }),
    ...(effectiveUntil !== null && { effectiveUntil }),
    ...(grantorId !== null && { grantorId }),
    ...(idempotencyKey !== null && { idempotencyKey }),
  };
}

/** Returns the members that a caller chose as a text that is equal for equal grants. */
export function grantText(
  grant: Pick<
    CreditRow,
    | 'accountId'
    | 'purpose'
    | 'applicableEntityIds'
    | 'effectiveFrom'
    | 'effectiveUntil'
    | 'creditAmount'
    | 'priority'
    | 'grantorId'
  >,
): string {
  return JSON.stringify([
    grant.accountId,
    grant.purpose,
    grant.applicableEntityIds.toSorted(),
    grant.effectiveFrom.toString(),
    grant.effectiveUntil?.toString() ?? null,
    decimalText(grant.creditAmount),
    grant.priority,
    grant.grantorId,
  ]);
}

/** Sums amounts by one of their keys. */
export function sumBy<T extends { amount: Decimal }>(
  items: readonly T[],
  keyOf: (item: T) => string,
): Map<string, Decimal> {
  const sums = new Map<string, Decimal>();
  for (const item of items) {
    const key = keyOf(item);
    sums.set(key, sums.get(key)?.plus(item.amount) ?? item.amount);
  }
  return sums;
}
