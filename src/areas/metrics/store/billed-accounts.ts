import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import { isOneOf } from '#platform/db/few-values.ts';
import type { Org } from '#platform/http/operation.ts';

/** An account whose revenue is measured. */
export interface BilledAccount {
  accountId: string;
  customerId: string;
  invoiceCurrency: string;
}

/** Accounts that a live schedule bills in `[from, until)`, in the order of their ids. */
export async function listBilledAccounts(
  tx: Tx,
  org: Org,
  query: {
    from: Temporal.Instant;
    until: Temporal.Instant;
    accountIds?: string[];
    customerIds?: string[];
    /** Only accounts after this one, and so many at most. */
    page?: { after: string; limit: number };
  },
): Promise<BilledAccount[]> {
  const { accountIds, customerIds, page } = query;
  const { rows } = await sql<BilledAccount>`
    select a.id as account_id, a.customer_id, a.invoice_currency from accounts a
    where a.org_id = ${org.orgId}
      ${accountIds ? sql`and ${isOneOf('a.id', accountIds)}` : sql``}
      ${customerIds ? sql`and ${isOneOf('a.customer_id', customerIds)}` : sql``}
      ${page ? sql`and a.id > ${page.after}` : sql``}
      and exists (select 1 from schedules s
        where s.org_id = a.org_id and s.account_id = a.id and s.mode = 'ACTIVE'
          and s.start_at < ${query.until} and (s.end_at is null or s.end_at > ${query.from}))
    order by a.id ${page ? sql`limit ${page.limit}` : sql``}`.execute(tx);
  return rows;
}

/** Whether the organization has more accounts than that. */
export async function hasMoreAccounts(tx: Tx, org: Org, than: number): Promise<boolean> {
  const { rows } = await sql`
    select 1 from accounts where org_id = ${org.orgId} offset ${than} limit 1`.execute(tx);
  return rows.length > 0;
}
