import { type AccountRow, accountArchived, accountInDraft } from '#areas/accounts/index.ts';
import { currencyDigits } from '#core/currency.ts';
import { amountTooFine, periodPast, periodReversed } from './problems.ts';
import type { InsertedCredit } from './store/credits.ts';

/**
 * Rejects a grant that the account, currency or calendar does not permit. `at` is its index in the request.
 */
export function checkGrant(
  grant: InsertedCredit,
  { account, today, at }: { account: AccountRow; today: Temporal.PlainDate; at: string },
): void {
  const { effectiveFrom, effectiveUntil, creditAmount, creditUnit } = grant;
  const isBefore = (a: Temporal.PlainDate, b: Temporal.PlainDate) => Temporal.PlainDate.compare(a, b) < 0;
  if (effectiveUntil && isBefore(effectiveUntil, effectiveFrom)) throw periodReversed({ at });
  if (effectiveUntil && isBefore(effectiveUntil, today)) throw periodPast({ at, today: today.toString() });
  const digits = currencyDigits(creditUnit);
  if (creditAmount.decimalPlaces() > digits) throw amountTooFine({ at, currency: creditUnit, digits });
  if (account.status === 'ARCHIVED') throw accountArchived({ id: account.id });
  if (account.status === 'DRAFT') throw accountInDraft({ id: account.id });
}
