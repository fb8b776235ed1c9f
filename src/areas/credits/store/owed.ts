import { sql } from 'kysely';
import type { Decimal } from '#core/decimal.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';

/** A credit of a plan that is charged at the end of its block. */
export interface OwedCredit {
  id: string;
  idempotencyKey: string;
  effectiveFrom: Temporal.PlainDate;
  creditAmount: Decimal;
  consumedAmount: Decimal;
  priority: number;
  applicableEntityIds: string[];
}

export async function listOwedCredits(tx: Tx, org: Org, accountId: string): Promise<OwedCredit[]> {
  const { rows } = await sql<OwedCredit>`
    select id, idempotency_key, effective_from, credit_amount, consumed_amount, priority,
      applicable_entity_ids
    from credits where org_id = ${org.orgId} and account_id = ${accountId} and is_owed
    order by id collate "C"`.execute(tx);
  return rows;
}

/** Marks credits as charged at once. */
export async function noteCharged(
  tx: Tx,
  org: Org,
  { ids, now }: { ids: readonly string[]; now: Temporal.Instant },
): Promise<void> {
  if (ids.length === 0) return;
  await sql`
    update credits set is_owed = false, updated_at = ${now}, row_version = row_version + 1
    where org_id = ${org.orgId} and id = any(${[...ids]})`.execute(tx);
}

/** Releases the key of a credit that nobody charges any more. */
export async function noteReplaced(
  tx: Tx,
  org: Org,
  { id, now }: { id: string; now: Temporal.Instant },
): Promise<void> {
  await sql`
    update credits set is_owed = false, replaced_key = idempotency_key, idempotency_key = null,
      updated_at = ${now}, row_version = row_version + 1
    where org_id = ${org.orgId} and id = ${id}`.execute(tx);
}

/** Sums the amounts that invoices used of credits that had one of the keys. */
export async function sumUsedOfReplaced(
  tx: Tx,
  org: Org,
  requested: { accountId: string; keys: readonly string[] },
): Promise<Map<string, Decimal>> {
  if (requested.keys.length === 0) return new Map();
  const { rows } = await sql<{ key: string; used: Decimal }>`
    select replaced_key as key, sum(consumed_amount) as used from credits
    where org_id = ${org.orgId} and account_id = ${requested.accountId}
      and replaced_key = any(${[...requested.keys]})
    group by replaced_key`.execute(tx);
  return new Map(rows.map(({ key, used }) => [key, used]));
}
