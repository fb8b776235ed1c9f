import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';

/** Lists invoices of a due date with an outstanding amount, by id; or one of them. */
export async function listUnpaid(
  tx: Tx,
  org: Org,
  asked: { dueDate: Temporal.Instant; only: string | null; after: string; limit: number },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from invoices
    where org_id = ${org.orgId} and due_date = ${asked.dueDate} and invoice_class = 'INVOICE'
      and status in ('DUE', 'PARTIALLY_PAID') and id > ${asked.after}
      and (${asked.only}::text is null or id = ${asked.only})
    order by id limit ${asked.limit}`.execute(tx);
  return rows.map(({ id }) => id);
}
