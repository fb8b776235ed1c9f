import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import { json } from '#platform/db/json.ts';
import type { Org } from '#platform/http/operation.ts';
import type { ScheduleDraftsTable } from '../tables.ts';

/** What an account's draft timeline was made from, and which days it edits. */
export type DraftRow = Pick<ScheduleDraftsTable, 'basedOn' | 'editedRanges'> & { mergeSchedules: boolean };

export async function findDraft(tx: Tx, org: Org, accountId: string): Promise<DraftRow | null> {
  const row = await tx
    .selectFrom('scheduleDrafts')
    .select(['basedOn', 'editedRanges', 'mergeSchedules'])
    .where('orgId', '=', org.orgId)
    .where('accountId', '=', accountId)
    .executeTakeFirst();
  return row ?? null;
}

export async function saveDraft(
  tx: Tx,
  org: Org,
  draft: DraftRow & { accountId: string; now: Temporal.Instant },
): Promise<void> {
  const { accountId, basedOn, editedRanges, mergeSchedules, now } = draft;
  await sql`
    insert into schedule_drafts (org_id, account_id, based_on, edited_ranges, merge_schedules,
      created_at, updated_at)
    values (${org.orgId}, ${accountId}, ${basedOn}, ${json(editedRanges)}, ${mergeSchedules}, ${now}, ${now})
    on conflict (org_id, account_id) do update
      set based_on = excluded.based_on, edited_ranges = excluded.edited_ranges,
          merge_schedules = excluded.merge_schedules, updated_at = excluded.updated_at`.execute(tx);
}

/** False when there was none. */
export async function deleteDraft(tx: Tx, org: Org, accountId: string): Promise<boolean> {
  const { rows } = await sql`
    delete from schedule_drafts
    where org_id = ${org.orgId} and account_id = ${accountId} returning 1`.execute(tx);
  return rows.length > 0;
}

/** How often the account's live timeline has changed. */
export async function readTimelineVersion(tx: Tx, org: Org, accountId: string): Promise<number> {
  const { rows } = await sql<{ version: number }>`
    select version from schedule_timelines
    where org_id = ${org.orgId} and account_id = ${accountId}`.execute(tx);
  return rows[0]?.version ?? 0;
}

export async function countTimelineChange(tx: Tx, org: Org, accountId: string): Promise<void> {
  await sql`
    insert into schedule_timelines (org_id, account_id, version) values (${org.orgId}, ${accountId}, 1)
    on conflict (org_id, account_id) do update set version = schedule_timelines.version + 1`.execute(tx);
}

/**
 * The day after the last one on an issued invoice of the account. Invoices are of a higher area; the law that
 * billed days are not billed again (`metering-pricing.md` 18.4) needs this one fact of them. Drafts follow
 * the timeline, and fees in advance do not keep a day from being used, so neither counts.
 */
export async function findInvoicedUntil(
  tx: Tx,
  org: Org,
  accountId: string,
): Promise<Temporal.PlainDate | null> {
  const { rows } = await sql<{ until: Temporal.PlainDate | null }>`
    select max(cycle_end) as until from invoices
    where org_id = ${org.orgId} and account_id = ${accountId}
      and invoice_type in ('STANDARD', 'AD_HOC') and status not in ('VOID', 'DRAFT')`.execute(tx);
  return rows[0]?.until ?? null;
}
