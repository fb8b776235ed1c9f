import { type SqlBool, sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';

/** Which drafts a review is about. */
export interface DraftCondition {
  /** A bill run: its entries that have not ended. */
  jobId: string | null;
  accountId?: string | undefined;
  customerId?: string | undefined;
  pricePlanId?: string | undefined;
  billedFrom?: Temporal.Instant | undefined;
  /** Exclusive. */
  billedUntil?: Temporal.Instant | undefined;
  /** Only drafts that waited for a bill run at this instant. */
  pendingAt?: Temporal.Instant | undefined;
}

/**
 * Puts the selected drafts into a review, uncomputed, and takes those out that it had and that are no longer
 * selected. Returns their number, which is at most one above `max`. The drafts of invoice groups follow from
 * those of their members.
 */
export async function selectDrafts(
  tx: Tx,
  org: Org,
  selected: { reviewId: string; condition: DraftCondition; max: number },
): Promise<number> {
  const { reviewId, condition, max } = selected;
  const conditions = [...conditionsOf(org, condition)];
  const { rows } = await sql<{ count: number }>`
    with selected as (
      select * from invoices i
      where i.org_id = ${org.orgId} and i.status = 'DRAFT' and i.invoice_class = 'INVOICE'
        and i.invoice_type <> 'COMPOSITE' and ${sql.join(conditions, sql` and `)}
      order by i.invoice_date, i.id collate "C" limit ${max + 1}),
    gone as (
      delete from reviewed_drafts d
      where d.org_id = ${org.orgId} and d.review_id = ${reviewId}
        and not exists (select from selected where id = d.invoice_id)),
    added as (
      insert into reviewed_drafts (org_id, review_id, invoice_id, account_id, customer_id, group_id, plan_id,
        invoice_type, currency, invoice_date, start_at, end_at)
      select ${org.orgId}, ${reviewId}, id, account_id, customer_id, group_id, plan_id,
        invoice_type, currency, invoice_date, start_at, end_at from selected
      on conflict (org_id, review_id, invoice_id) do update set invoice_date = excluded.invoice_date,
        start_at = excluded.start_at, end_at = excluded.end_at, plan_id = excluded.plan_id,
        is_current = false)
    select count(*) as count from selected`.execute(tx);
  return rows[0]?.count ?? 0;
}

function* conditionsOf(org: Org, condition: DraftCondition) {
  const { jobId, accountId, customerId, pricePlanId, billedFrom, billedUntil, pendingAt } = condition;
  yield sql<SqlBool>`true`;
  if (jobId !== null)
    yield sql<SqlBool>`i.id = any(array(
      select entity_id from job_entries
      where org_id = ${org.orgId} and job_id = ${jobId} and status in ('PENDING', 'CANCELLED')))`;
  if (accountId !== undefined) yield sql<SqlBool>`i.account_id = ${accountId}`;
  if (customerId !== undefined) yield sql<SqlBool>`i.customer_id = ${customerId}`;
  if (pricePlanId !== undefined) yield sql<SqlBool>`i.plan_id = ${pricePlanId}`;
  if (billedFrom) yield sql<SqlBool>`i.invoice_date >= ${billedFrom}`;
  if (billedUntil) yield sql<SqlBool>`i.invoice_date < ${billedUntil}`;
  // As bill runs select them.
  if (pendingAt)
    yield sql<SqlBool>`not i.auto_advance and i.finalizing_status is null and i.invoice_date <= ${pendingAt}`;
}

/** The next drafts to compute: whole accounts, in the order of their ids. */
export async function listNextDrafts(
  tx: Tx,
  org: Org,
  next: { reviewId: string; accounts: number },
): Promise<{ invoiceId: string; accountId: string | null }[]> {
  const { reviewId, accounts } = next;
  const isOpen = sql`org_id = ${org.orgId} and review_id = ${reviewId} and not is_current`;
  const { rows } = await sql<{ invoiceId: string; accountId: string | null }>`
    select invoice_id, account_id from reviewed_drafts where ${isOpen}
      and coalesce(account_id, invoice_id) = any(array(
        select distinct coalesce(account_id, invoice_id) from reviewed_drafts where ${isOpen}
        order by 1 limit ${accounts}))
    order by coalesce(account_id, invoice_id), invoice_date, invoice_id`.execute(tx);
  return rows;
}
