import { decimalText } from '#core/decimal.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import { creditOverdrawn } from './problems.ts';
import { remainingOf, sumBy } from './rules.ts';
import { type CreditRow, lockActiveCredits, markApplicable } from './store/credits.ts';
import { type CreditHold, deleteHolds, insertHolds, listHolds } from './store/holds.ts';

/**
 * Replaces the holds of an account's drafts, computed together. `applicable` are the credits that may pay a
 * line of one of these drafts. Equal holds change nothing. Raises `creditOverdrawn` if credits were consumed
 * after the drafts were computed.
 */
export async function replaceHolds(
  tx: Tx,
  org: Org,
  wanted: {
    accountId: string;
    holds: readonly CreditHold[];
    applicable: readonly string[];
    now: Temporal.Instant;
  },
): Promise<void> {
  const { accountId, applicable, now } = wanted;
  const holds = wanted.holds.filter(({ amount }) => !amount.isZero());
  rejectOverholding(await lockActiveCredits(tx, org, accountId), holds);
  const before = await listHolds(tx, org, accountId);
  const [gone, come] = [difference(before, holds), difference(holds, before)];
  await deleteHolds(tx, org, gone);
  await insertHolds(tx, org, come);
  const touched = [...gone, ...come].map(({ creditId }) => creditId);
  await markApplicable(tx, org, { accountId, applicable, touched, now });
}

function rejectOverholding(credits: readonly CreditRow[], holds: readonly CreditHold[]): void {
  const byId = new Map(credits.map((credit) => [credit.id, credit]));
  for (const [id, amount] of sumBy(holds, ({ creditId }) => creditId)) {
    const credit = byId.get(id);
    const remaining = credit ? remainingOf(credit) : null;
    if (!remaining?.gte(amount))
      throw creditOverdrawn({ id, remaining: remaining ? decimalText(remaining) : 'nothing' });
  }
}

function difference(of: readonly CreditHold[], from: readonly CreditHold[]): CreditHold[] {
  const known = new Set(from.map(holdText));
  return of.filter((hold) => !known.has(holdText(hold)));
}

function holdText({ creditId, invoiceId, amount }: CreditHold): string {
  return JSON.stringify([creditId, invoiceId, decimalText(amount)]);
}
