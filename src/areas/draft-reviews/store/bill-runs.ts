import { sql } from 'kysely';
import type { JobRow } from '#areas/jobs/index.ts';
import type { Decimal } from '#core/decimal.ts';
import type { Tx } from '#platform/db/database.ts';
import { findPage, type Page } from '#platform/db/page.ts';
import type { ListSpec, PageRequest } from '#platform/http/list.ts';
import { NEWEST_FIRST } from '#platform/http/list-orders.ts';
import type { Org } from '#platform/http/operation.ts';

export const billRunList: ListSpec = {
  maxPageSize: 100,
  defaultPageSize: 20,
  filters: {
    status: {
      column: 'status',
      kind: 'enum',
      values: [
        ...['SCHEDULED', 'PENDING', 'INITIALIZED', 'WAITING_FOR_CONFIRMATION', 'IN_PROGRESS'],
        ...['COMPLETED', 'FAILED', 'CANCELLED'],
      ],
    },
  },
  searchable: {},
  ...NEWEST_FIRST,
};

export function listBillRuns(tx: Tx, org: Org, page: PageRequest): Promise<Page<JobRow>> {
  const query = tx
    .selectFrom('jobs')
    .selectAll()
    .where('orgId', '=', org.orgId)
    .where('type', '=', sql.lit('BILL_RUN'));
  return findPage(query, page);
}

export interface IssuedSum {
  jobId: string;
  currency: string;
  invoices: number;
  amount: Decimal;
}

/** What bill runs have issued, by job and currency. */
export async function sumIssued(tx: Tx, org: Org, jobIds: readonly string[]): Promise<IssuedSum[]> {
  if (jobIds.length === 0) return [];
  const { rows } = await sql<IssuedSum>`
    select bill_run_id as job_id, currency, count(*) as invoices, sum(total_amount) as amount from invoices
    where org_id = ${org.orgId} and bill_run_id = any(${jobIds}) and status <> 'DRAFT'
    group by 1, 2 order by 1, 2`.execute(tx);
  return rows;
}

/** Invoices of bill runs that wait for finalization hooks, by job. */
export async function countWaiting(
  tx: Tx,
  org: Org,
  jobIds: readonly string[],
): Promise<Map<string, number>> {
  if (jobIds.length === 0) return new Map();
  const { rows } = await sql<{ jobId: string; waiting: number }>`
    select bill_run_id as job_id, count(*) as waiting from invoices
    where org_id = ${org.orgId} and bill_run_id = any(${jobIds}) and finalizing_status = 'FINALIZING'
    group by 1`.execute(tx);
  return new Map(rows.map(({ jobId, waiting }) => [jobId, waiting]));
}

export interface Outlook {
  pendingDrafts: number;
  nextBillDate: Temporal.Instant | null;
  nextDrafts: number;
}

/** The drafts that wait for a bill run, and the next ones that will. */
export async function readOutlook(
  tx: Tx,
  org: Org,
  { now, max }: { now: Temporal.Instant; max: number },
): Promise<Outlook> {
  const waits = sql`org_id = ${org.orgId} and status = 'DRAFT' and not auto_advance
    and finalizing_status is null and invoice_class = 'INVOICE' and invoice_type <> 'COMPOSITE'`;
  const { rows } = await sql<Outlook>`
    select (select count(*) from (select from invoices where ${waits} and invoice_date <= ${now} limit ${max})
        as counted) as pending_drafts, next.invoice_date as next_bill_date, (
        select count(*) from invoices where ${waits} and invoice_date = next.invoice_date) as next_drafts
    from (select) as one
    left join lateral (
      select invoice_date from invoices where ${waits} and invoice_date > ${now}
      order by invoice_date limit 1) as next on true`.execute(tx);
  return rows[0] as Outlook;
}
