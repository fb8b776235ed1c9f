import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import type { StoredInvoice } from './invoices.ts';

/** The total with which a person had an invoice issued that is issued later. */
export type ApprovedTotal = Pick<StoredInvoice, 'totalAmount' | 'currency'>;

export async function findApprovedTotal(tx: Tx, org: Org, invoiceId: string): Promise<ApprovedTotal | null> {
  const query = tx
    .selectFrom('approvedTotals')
    .select(['totalAmount', 'currency'])
    .where('orgId', '=', org.orgId)
    .where('invoiceId', '=', invoiceId);
  return (await query.executeTakeFirst()) ?? null;
}

/** Replaces that of an earlier decision. */
export async function saveApprovedTotal(
  tx: Tx,
  org: Org,
  { invoiceId, totalAmount, currency, now }: ApprovedTotal & { invoiceId: string; now: Temporal.Instant },
): Promise<void> {
  await sql`
    insert into approved_totals (org_id, invoice_id, total_amount, currency, created_at)
    values (${org.orgId}, ${invoiceId}, ${totalAmount}, ${currency}, ${now})
    on conflict (org_id, invoice_id) do update set total_amount = excluded.total_amount,
      currency = excluded.currency, created_at = excluded.created_at`.execute(tx);
}

/** A draft of a bill run, with the total that was stored last. */
export type RunDraft = Pick<StoredInvoice, 'id' | 'accountId' | 'totalAmount' | 'currency'>;

/** The drafts that a job is about to issue, in the order of their ids; not those that were held back. */
export async function listRunDrafts(tx: Tx, org: Org, jobId: string): Promise<RunDraft[]> {
  const { rows } = await sql<RunDraft>`
    select i.id, i.account_id, i.total_amount, i.currency
    from job_entries e join invoices i on i.org_id = e.org_id and i.id = e.entity_id
    where e.org_id = ${org.orgId} and e.job_id = ${jobId} and e.status = 'PENDING' and i.status = 'DRAFT'
    order by i.id collate "C"`.execute(tx);
  return rows;
}

/** Saves the totals of all of them; a draft that was held back is approved by nobody. */
export async function saveRunTotals(tx: Tx, org: Org, { jobId }: { jobId: string }): Promise<void> {
  await sql`
    insert into approved_totals (org_id, invoice_id, total_amount, currency, created_at)
    select i.org_id, i.id, i.total_amount, i.currency, clock_timestamp()
    from job_entries e join invoices i on i.org_id = e.org_id and i.id = e.entity_id
    where e.org_id = ${org.orgId} and e.job_id = ${jobId} and e.status = 'PENDING' and i.status = 'DRAFT'
    on conflict (org_id, invoice_id) do update set total_amount = excluded.total_amount,
      currency = excluded.currency, created_at = excluded.created_at`.execute(tx);
}
