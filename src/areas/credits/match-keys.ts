import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import { creditKeyTaken } from './problems.ts';
import { grantText } from './rules.ts';
import { type CreditRow, type InsertedCredit, listCreditsByKey } from './store/credits.ts';

/**
 * Returns for each draft the credit that already has its idempotency key, from the database or from earlier
 * in the list; the draft itself if there is none. Requires that the caller has locked the accounts. Raises
 * `creditKeyTaken` if that credit was granted with other members.
 */
export async function matchKeys(
  tx: Tx,
  org: Org,
  drafts: readonly InsertedCredit[],
): Promise<{ matched: InsertedCredit[]; existing: CreditRow[] }> {
  const keyed = drafts.flatMap(({ accountId, idempotencyKey }) =>
    idempotencyKey === null ? [] : [{ accountId, idempotencyKey }],
  );
  const existing = keyed.length > 0 ? await listCreditsByKey(tx, org, keyed) : [];
  const first = new Map<string, InsertedCredit>(existing.map((row) => [keyText(row), row]));
  const matched = drafts.map((draft, i) => {
    if (draft.idempotencyKey === null) return draft;
    const known = first.get(keyText(draft));
    if (known && grantText(known) !== grantText(draft))
      throw creditKeyTaken({ at: `creditRequests[${i}].`, key: draft.idempotencyKey });
    if (!known) first.set(keyText(draft), draft);
    return known ?? draft;
  });
  return { matched, existing };
}

function keyText({ accountId, idempotencyKey }: InsertedCredit): string {
  return JSON.stringify([accountId, idempotencyKey]);
}
