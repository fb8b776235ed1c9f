import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';

/** An event of a closed cycle that now counts, or no longer counts. */
export interface LateUsage {
  seq: number;
  accountId: string;
  scheduleId: string;
  cycleStart: Temporal.PlainDate;
}

/** Stores late usage for an adjustment; a corrected event that one already includes becomes due again. */
export async function insertLateUsage(
  tx: Tx,
  org: Org,
  { late, now }: { late: readonly LateUsage[]; now: Temporal.Instant },
): Promise<void> {
  const rows = late.map(({ cycleStart, ...each }) => ({ ...each, cycleStart: cycleStart.toString() }));
  await sql`
    insert into late_usage (org_id, seq, account_id, schedule_id, cycle_start, noted_at)
    select ${org.orgId}, seq, "accountId", "scheduleId", "cycleStart", ${now}::timestamptz
    from json_to_recordset(${JSON.stringify(rows)}::json)
      as noted (seq bigint, "accountId" text, "scheduleId" text, "cycleStart" date)
    order by seq
    on conflict (org_id, seq) do update set invoice_id = null, noted_at = excluded.noted_at`.execute(tx);
}

/** A cycle's late usage that no adjustment includes yet, by event number. */
export async function listOpenLateUsage(
  tx: Tx,
  org: Org,
  cycle: { scheduleId: string; cycleStart: Temporal.PlainDate },
): Promise<number[]> {
  const rows = await tx
    .selectFrom('lateUsage')
    .select('seq')
    .where('orgId', '=', org.orgId)
    .where('scheduleId', '=', cycle.scheduleId)
    .where('cycleStart', '=', cycle.cycleStart)
    .where('invoiceId', 'is', null)
    .orderBy('seq')
    .execute();
  return rows.map(({ seq }) => seq);
}

/** The late usage of the given events, which arrived or were corrected after their cycle was closed. */
export async function listLateUsageOf(
  tx: Tx,
  org: Org,
  numbers: readonly number[],
): Promise<{ seq: number; invoiceId: string | null }[]> {
  const { rows } = await sql<{ seq: number; invoiceId: string | null }>`
    select seq, invoice_id from late_usage
    where org_id = ${org.orgId} and seq = any(${numbers}::int8[])`.execute(tx);
  return rows;
}

/** The late usage that an invoice includes, by event number. */
export async function listSettledLateUsage(tx: Tx, org: Org, invoiceId: string): Promise<number[]> {
  const rows = await tx
    .selectFrom('lateUsage')
    .select('seq')
    .where('orgId', '=', org.orgId)
    .where('invoiceId', '=', invoiceId)
    .orderBy('seq')
    .execute();
  return rows.map(({ seq }) => seq);
}

/** Deletes settled rows whose events were deleted with their partition. Returns whether none are left. */
export async function deleteOldLateUsage(tx: Tx, org: Org, limit: number): Promise<boolean> {
  const result = await sql`
    delete from late_usage where org_id = ${org.orgId} and seq in (
      select l.seq from event_partitions p
      join late_usage l on l.org_id = ${org.orgId} and l.invoice_id is not null
        and l.seq >= p.number::bigint << 44 and l.seq < (p.number + 1)::bigint << 44
      where p.emptied_at is not null limit ${limit})`.execute(tx);
  return Number(result.numAffectedRows ?? 0) < limit;
}

/** Stores the invoice that includes the given events. */
export async function settleLateUsage(
  tx: Tx,
  org: Org,
  { numbers, invoiceId }: { numbers: readonly number[]; invoiceId: string },
): Promise<void> {
  await sql`update late_usage set invoice_id = ${invoiceId}
    where org_id = ${org.orgId} and seq = any(${numbers}::int8[])`.execute(tx);
}
