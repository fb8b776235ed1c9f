import { sql } from 'kysely';
import type { Decimal } from '#core/decimal.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';

export interface AuditedEntry {
  accountId: string;
  featureId: string;
  id: string;
  used: Decimal;
  /** Sum of the event debits. */
  taken: Decimal;
}

/** In primary-key order. */
export async function listAuditedEntries(
  tx: Tx,
  org: Org,
  { after, limit }: { after: readonly string[]; limit: number },
): Promise<AuditedEntry[]> {
  const [account = '', feature = '', entry = ''] = after;
  const { rows } = await sql<AuditedEntry>`
    select e.account_id, e.feature_id, e.id, e.used, (
      select coalesce(sum(d.units), 0) from feature_debits d
      where d.org_id = e.org_id and d.account_id = e.account_id and d.feature_id = e.feature_id
        and d.entry_id = e.id) as taken
    from (select * from feature_credit_entries
      where org_id = ${org.orgId} and (account_id, feature_id, id) > (${account}, ${feature}, ${entry})
      order by account_id, feature_id, id limit ${limit}) as e
    order by e.account_id, e.feature_id, e.id`.execute(tx);
  return rows;
}
