import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import type { InvoicesTable } from '../tables.ts';

/** The identifying columns of an invoice. */
interface BillRow extends Pick<InvoicesTable, 'id' | 'status'> {
  number: string | null;
}

/**
 * Lists the invoices in arrears of the cycles that contain instants, by the index of the instants; after
 * reissues, the last one.
 */
export async function listCycleBills(
  tx: Tx,
  org: Org,
  requested: readonly { scheduleId: string; at: Temporal.Instant }[],
): Promise<ReadonlyMap<number, BillRow>> {
  const keys = requested.map(({ scheduleId, at }, index) => ({
    index,
    scheduleId,
    at: at.toString(),
  }));
  const { rows } = await sql<BillRow & { index: number }>`
    select distinct on (requested.index) requested.index, i.id, i.status, i.sequence_id as number
    from json_to_recordset(${JSON.stringify(keys)}::json)
      as requested (index int, "scheduleId" text, at timestamptz)
    join invoices i on i.org_id = ${org.orgId} and i.schedule_id = requested."scheduleId"
      and i.invoice_type = 'STANDARD' and i.start_at <= requested.at and i.end_at > requested.at
    order by requested.index, i.reissue desc, i.id collate "C"`.execute(tx);
  return new Map(rows.map(({ index, ...bill }) => [index, bill]));
}

export async function listBills(
  tx: Tx,
  org: Org,
  ids: readonly string[],
): Promise<ReadonlyMap<string, BillRow>> {
  if (ids.length === 0) return new Map();
  const rows = await tx
    .selectFrom('invoices')
    .select(['id', 'status', 'sequenceId as number'])
    .where('orgId', '=', org.orgId)
    .where(sql<boolean>`id = any(${[...ids]})`)
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}
