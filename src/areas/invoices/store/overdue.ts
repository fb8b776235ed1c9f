import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';

/** Lists invoices of a due date with an outstanding amount, by id; or one of them. */
export async function listUnpaid(
  tx: Tx,
  org: Org,
  requested: { dueDate: Temporal.Instant; only: string | null; after: string; limit: number },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from invoices
    where org_id = ${org.orgId} and due_date = ${requested.dueDate} and invoice_class = 'INVOICE'
      and status in ('DUE', 'PARTIALLY_PAID') and id > ${requested.after}
      and (${requested.only}::text is null or id = ${requested.only})
    order by id limit ${requested.limit}`.execute(tx);
  return rows.map(({ id }) => id);
}
