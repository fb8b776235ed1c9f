import { type Selectable, type SqlBool, sql } from 'kysely';
import type { Decimal } from '#core/decimal.ts';
import type { CheckLevel } from '#core/invoice-checks/index.ts';
import type { Tx } from '#platform/db/database.ts';
import { filterConditions, findPage } from '#platform/db/page.ts';
import type { ListSpec, PageRequest } from '#platform/http/list.ts';
import type { Org } from '#platform/http/operation.ts';
import { DRAFT_LEVELS } from '../schema.ts';
import type { ReviewedDraftsTable, StoredFinding } from '../tables.ts';
import type { ReviewedTotal } from './review-sums.ts';

export type ReviewedRow = Selectable<ReviewedDraftsTable>;

/** What a computation says about a draft. */
export interface ComputedRow {
  invoiceId: string;
  amount: Decimal;
  digest: Buffer;
  invoiceDate: Temporal.Instant;
  previousInvoiceId: string | null;
  previousAmount: Decimal | null;
  findings: readonly StoredFinding[];
  level: CheckLevel | 'NONE';
}

/**
 * Stores computed drafts, and returns those that changed since the review was computed before, by id. An
 * amount is compared with what people last saw.
 */
export async function updateRows(
  tx: Tx,
  org: Org,
  computed: { reviewId: string; now: Temporal.Instant; rows: readonly ComputedRow[] },
): Promise<string[]> {
  const { reviewId, now } = computed;
  const sent = computed.rows.map(({ digest, amount, previousAmount, invoiceDate, ...row }) => ({
    ...row,
    ...{ digest: digest.toString('hex'), amount: amount.toFixed(), invoiceDate: invoiceDate.toString() },
    previousAmount: previousAmount?.toFixed() ?? null,
  }));
  const { rows } = await sql<{ invoiceId: string }>`
    with old as (
      select invoice_id, amount, digest from reviewed_drafts
      where org_id = ${org.orgId} and review_id = ${reviewId}),
    written as (
      update reviewed_drafts d set amount = c.amount, digest = decode(c.digest, 'hex'),
        invoice_date = c."invoiceDate", previous_invoice_id = c."previousInvoiceId",
        previous_amount = c."previousAmount", findings = c.findings, level = c.level,
        replaced_amount = case when d.amount <> c.amount then d.amount end,
        computed_at = ${now}, is_current = true
      from json_to_recordset(${JSON.stringify(sent)}::json) as c ("invoiceId" text, amount numeric,
        digest text, "invoiceDate" timestamptz, "previousInvoiceId" text, "previousAmount" numeric,
        findings jsonb, level text)
      where d.org_id = ${org.orgId} and d.review_id = ${reviewId} and d.invoice_id = c."invoiceId"
      returning d.invoice_id, d.digest)
    select written.invoice_id from written join old using (invoice_id)
    where old.digest is not null and old.digest <> written.digest`.execute(tx);
  return rows.map(({ invoiceId }) => invoiceId);
}

/** Takes drafts out of a review, because they are none any more. */
export async function deleteRows(
  tx: Tx,
  org: Org,
  gone: { reviewId: string; invoiceIds: readonly string[] },
): Promise<void> {
  if (gone.invoiceIds.length === 0) return;
  await sql`
    delete from reviewed_drafts where org_id = ${org.orgId} and review_id = ${gone.reviewId}
      and invoice_id = any(${gone.invoiceIds})`.execute(tx);
}

/** The rows of some drafts, locked in the order of their ids. */
export async function lockRows(
  tx: Tx,
  org: Org,
  wanted: { reviewId: string; invoiceIds: readonly string[] },
): Promise<ReviewedRow[]> {
  return tx
    .selectFrom('reviewedDrafts')
    .selectAll()
    .where('orgId', '=', org.orgId)
    .where('reviewId', '=', wanted.reviewId)
    .where('invoiceId', '=', sql<string>`any(${wanted.invoiceIds}::text[])`)
    .orderBy('invoiceId')
    .forUpdate()
    .execute();
}

/** All rows about some invoices, in whatever review, locked in the order of their keys. */
export function lockRowsOfInvoices(tx: Tx, org: Org, invoiceIds: readonly string[]): Promise<ReviewedRow[]> {
  return tx
    .selectFrom('reviewedDrafts')
    .selectAll()
    .where('orgId', '=', org.orgId)
    .where('invoiceId', '=', sql<string>`any(${invoiceIds}::text[])`)
    .orderBy('reviewId')
    .orderBy('invoiceId')
    .forUpdate()
    .execute();
}

export async function setLevels(
  tx: Tx,
  org: Org,
  levels: readonly { reviewId: string; invoiceId: string; level: string }[],
): Promise<void> {
  if (levels.length === 0) return;
  await sql`
    update reviewed_drafts d set level = l.level
    from json_to_recordset(${JSON.stringify(levels)}::json)
      as l ("reviewId" text, "invoiceId" text, level text)
    where d.org_id = ${org.orgId} and d.review_id = l."reviewId" and d.invoice_id = l."invoiceId"
      and d.level <> l.level`.execute(tx);
}

export const reviewedDraftList: ListSpec = {
  maxPageSize: 100,
  defaultPageSize: 50,
  filters: {
    level: { column: 'd.level', kind: 'enum', values: DRAFT_LEVELS },
    decision: { column: 'd.decision_name', kind: 'enum', values: ['APPROVED', 'HELD', 'NONE'] },
    entry_status: {
      column: 'd.entry_status',
      kind: 'enum',
      values: ['PENDING', 'IN_PROGRESS', 'COMPLETED', 'FAILED', 'CANCELLED'],
    },
    currency: { column: 'd.currency', kind: 'text' },
    customer_id: { column: 'd.customer_id', kind: 'text' },
    account_id: { column: 'd.account_id', kind: 'text' },
    price_plan_id: { column: 'd.plan_id', kind: 'text' },
    bill_date: { column: 'd.invoice_date', kind: 'day' },
  },
  searchable: {
    invoice_id: 'd.invoice_id',
    customer_name: 'd.customer_name',
    account_name: 'd.account_name',
    group_name: 'd.group_name',
  },
  sortable: {
    severity: { column: 'd.severity', kind: 'number' },
    change: { column: 'd.change_size', kind: 'number' },
    amount: { column: 'd.amount', kind: 'number' },
    customer: { column: 'd.customer_name', kind: 'text' },
    bill_date: { column: 'd.invoice_date', kind: 'instant' },
    invoice_id: { column: 'd.invoice_id', kind: 'text' },
  },
  defaultSort: [
    ['severity', 'DESC'],
    ['change', 'DESC'],
    ['invoice_id', 'ASC'],
  ],
  tieBreaker: 'invoice_id',
};

/** A reviewed draft with the names of its parties, the decision about it, and what became of it. */
export interface ListedDraft extends ReviewedRow {
  amount: Decimal;
  changeSize: Decimal;
  computedAt: Temporal.Instant;
  customerName: string;
  accountName: string;
  groupName: string;
  planName: string | null;
  decision: 'APPROVED' | 'HELD' | null;
  reason: string | null;
  decidedBy: string | null;
  decidedByName: string | null;
  decidedAt: Temporal.Instant | null;
  comments: number;
  entryStatus: 'PENDING' | 'IN_PROGRESS' | 'COMPLETED' | 'FAILED' | 'CANCELLED' | null;
  entryMetadata: Record<string, string> | null;
  invoiceStatus: string | null;
  finalizingStatus: string | null;
  sequenceId: string | null;
  issuedAmount: Decimal | null;
}

interface Wanted {
  reviewId: string;
  jobId: string | null;
}

/** As one table, so that filters and sort orders need not know where a column is from. */
function listed(tx: Tx, org: Org, { reviewId, jobId }: Wanted) {
  const rows = sql<ListedDraft>`(
    select d.*, coalesce(c.name, '') as customer_name, coalesce(a.name, '') as account_name,
      coalesce(g.name, '') as group_name, p.name as plan_name,
      v.decision, coalesce(v.decision, 'NONE') as decision_name, v.reason, v.decided_by, v.decided_by_name,
      v.decided_at, e.status as entry_status, e.metadata as entry_metadata, i.status as invoice_status,
      i.finalizing_status, i.sequence_id,
      case when i.status <> 'DRAFT' then i.total_amount end as issued_amount,
      (select count(*) from invoice_comments m
        where m.org_id = d.org_id and m.invoice_id = d.invoice_id) as comments
    from reviewed_drafts d
    left join customers c on c.org_id = d.org_id and c.id = d.customer_id
    left join accounts a on a.org_id = d.org_id and a.id = d.account_id
    left join invoice_groups g on g.org_id = d.org_id and g.id = d.group_id
    left join price_plans p on p.org_id = d.org_id and p.id = d.plan_id
    left join invoices i on i.org_id = d.org_id and i.id = d.invoice_id
    left join review_decisions v
      on v.org_id = d.org_id and v.job_id = ${jobId} and v.invoice_id = d.invoice_id
    left join job_entries e on e.org_id = d.org_id and e.job_id = ${jobId} and e.entity_id = d.invoice_id
    where d.org_id = ${org.orgId} and d.review_id = ${reviewId} and d.computed_at is not null)`;
  return tx.selectFrom(rows.as('d'));
}

export function listRows(
  tx: Tx,
  org: Org,
  wanted: Wanted & { page: PageRequest; timeZone: string },
): Promise<{ rows: ListedDraft[]; nextToken: string | null }> {
  const query = listed(tx, org, wanted).selectAll();
  // The columns of a subquery are known to its reader, not to the types of the tables.
  const page = findPage(query as never, wanted.page, { timeZone: wanted.timeZone });
  return page as unknown as Promise<{ rows: ListedDraft[]; nextToken: string | null }>;
}

/** By currency: the drafts that match the filters of a page request, on whatever page. */
export async function sumRows(
  tx: Tx,
  org: Org,
  wanted: Wanted & { page: PageRequest; timeZone: string },
): Promise<ReviewedTotal[]> {
  const { page, timeZone } = wanted;
  const isHeld = sql<SqlBool>`d.decision_name = 'HELD'`;
  let query = listed(tx, org, wanted).select([
    sql<string>`d.currency`.as('currency'),
    sql<number>`count(*) filter (where not ${isHeld})`.as('drafts'),
    sql<Decimal>`coalesce(sum(d.amount) filter (where not ${isHeld}), 0)`.as('amount'),
    sql<Decimal>`coalesce(sum(d.previous_amount) filter (where not ${isHeld}), 0)`.as('previousAmount'),
    sql<number>`count(*) filter (where ${isHeld})`.as('heldDrafts'),
    sql<Decimal>`coalesce(sum(d.amount) filter (where ${isHeld}), 0)`.as('heldAmount'),
  ]);
  for (const condition of filterConditions(page, { timeZone })) query = query.where(condition);
  return query.groupBy(sql`d.currency`).orderBy(sql`d.currency`).execute();
}

/** What a bill run has been reviewed to issue, by invoice; absent for drafts that are not in its review. */
export async function listReviewedAmounts(
  tx: Tx,
  org: Org,
  { jobId, invoiceIds }: { jobId: string; invoiceIds: readonly string[] },
): Promise<Pick<ReviewedRow, 'invoiceId' | 'amount' | 'currency' | 'digest'>[]> {
  const { rows } = await sql<Pick<ReviewedRow, 'invoiceId' | 'amount' | 'currency' | 'digest'>>`
    select d.invoice_id, d.amount, d.currency, d.digest
    from draft_reviews r join reviewed_drafts d on d.org_id = r.org_id and d.review_id = r.id
    where r.org_id = ${org.orgId} and r.job_id = ${jobId} and d.invoice_id = any(${invoiceIds})
      and d.amount is not null`.execute(tx);
  return rows;
}
