import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';

/** An event of a closed cycle that counts, or does not count any more. */
export interface LateUsage {
  seq: number;
  accountId: string;
  scheduleId: string;
  cycleStart: Temporal.PlainDate;
}

/** One that an adjustment took up already is to be taken up once more: it was corrected. */
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

/** What no adjustment of a cycle has taken up yet, by the numbers of the events. */
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

/** What an invoice has taken up, by the numbers of the events. */
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

/** Says which invoice has taken up some events. */
export async function settleLateUsage(
  tx: Tx,
  org: Org,
  { numbers, invoiceId }: { numbers: readonly number[]; invoiceId: string },
): Promise<void> {
  await sql`update late_usage set invoice_id = ${invoiceId}
    where org_id = ${org.orgId} and seq = any(${numbers}::int8[])`.execute(tx);
}
