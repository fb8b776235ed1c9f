import { type Decimal, decimalText } from '#core/decimal.ts';
import type { Credit } from './schema.ts';
import type { CreditRow } from './store/credits.ts';

/** What was granted and is neither consumed nor forfeited; drafts may hold some of it. */
export function remainingOf(credit: CreditRow): Decimal {
  return credit.creditAmount.minus(credit.consumedAmount).minus(credit.forfeitedAmount);
}

/** The credit as it is on the wire. */
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

/** The members that a caller chose, as a text that is equal for equal grants. */
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

/** The sums of amounts by a key of theirs. */
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
