import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import type { StoredInvoice } from './invoices.ts';

/** The published data of a cycle, from the row that bills it. */
export type CycleBill = Pick<
  StoredInvoice,
  'id' | 'accountId' | 'scheduleId' | 'planId' | 'planVersion' | 'startAt' | 'endAt'
>;

/** Lists the bills of cycles that end at an instant, by id; or one of them. */
export async function listEndedCycles(
  tx: Tx,
  org: Org,
  requested: { endAt: Temporal.Instant; only: string | null; after: string; limit: number },
): Promise<CycleBill[]> {
  const { rows } = await sql<CycleBill>`
    select id, account_id, schedule_id, plan_id, plan_version, start_at, end_at from invoices
    where org_id = ${org.orgId} and end_at = ${requested.endAt} and invoice_type = 'STANDARD'
      and schedule_id is not null and id > ${requested.after}
      and (${requested.only}::text is null or id = ${requested.only})
    order by id limit ${requested.limit}`.execute(tx);
  return rows;
}
