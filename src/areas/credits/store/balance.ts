import { sql } from 'kysely';
import type { Decimal } from '#core/decimal.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';

export interface CreditSums {
  activeCredits: Decimal;
  availableBalance: Decimal;
  runningBalance: Decimal;
  inapplicableCredits: Decimal;
  /** Of any of the account's credits; null if there never was one. */
  lastUpdatedAt: Temporal.Instant | null;
}

/** Returns the sums of `money-platform.md` 13.7. An archived account soon has no active credits. */
export async function sumActiveCredits(tx: Tx, org: Org, accountId: string): Promise<CreditSums> {
  const { rows } = await sql<CreditSums>`
    with active as (
      select c.credit_amount, c.is_applicable, c.hold_amount,
        c.credit_amount - c.consumed_amount - c.forfeited_amount as remaining
      from credits c
      join accounts a on a.org_id = c.org_id and a.id = c.account_id and a.status <> 'ARCHIVED'
      where c.org_id = ${org.orgId} and c.account_id = ${accountId} and c.status = 'ACTIVE')
    select coalesce(sum(credit_amount), 0) as active_credits,
      coalesce(sum(remaining), 0) as available_balance,
      coalesce(sum(remaining - hold_amount), 0) as running_balance,
      coalesce(sum(remaining - hold_amount) filter (where not is_applicable), 0) as inapplicable_credits,
      (select max(updated_at) from credits
        where org_id = ${org.orgId} and account_id = ${accountId}) as last_updated_at
    from active`.execute(tx);
  return rows[0] as CreditSums;
}
