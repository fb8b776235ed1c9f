import { sql } from 'kysely';
import type { Decimal } from '#core/decimal.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';

/**
 * Lists the balance of active credits after the holds of drafts, in each unit: of one account, or of all for
 * null. Archived accounts have none.
 */
export async function listRunningBalances(
  tx: Tx,
  org: Org,
  accountId: string | null,
): Promise<{ unit: string; balance: Decimal }[]> {
  const ofAccount = accountId === null ? sql`` : sql`and c.account_id = ${accountId}`;
  const { rows } = await sql<{ unit: string; balance: Decimal }>`
    select c.credit_unit as unit,
      sum(c.credit_amount - c.consumed_amount - c.forfeited_amount - c.hold_amount) as balance
    from credits c
    join accounts a on a.org_id = c.org_id and a.id = c.account_id and a.status <> 'ARCHIVED'
    where c.org_id = ${org.orgId} and c.status = 'ACTIVE' ${ofAccount}
    group by c.credit_unit order by c.credit_unit`.execute(tx);
  return rows;
}
