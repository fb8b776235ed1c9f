import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';

export interface LateUsageMismatch {
  seq: number;
  /** Null: no adjustment contains it, and no planned work will. */
  invoiceId: string | null;
}

/**
 * Lists late usage of a page, by event numbers, that refers to no document of its cycle, or that no
 * adjustment contains although its cycle is billed and no work is planned. An invoice of the cycle has its
 * days, adjusts it or replaces it.
 */
export async function listLateUsageMismatches(
  tx: Tx,
  org: Org,
  { after, limit }: { after: number; limit: number },
): Promise<{ found: LateUsageMismatch[]; next: number | null }> {
  const { rows } = await sql<LateUsageMismatch & { isWrong: boolean }>`
    with page as (
      select * from late_usage where org_id = ${org.orgId} and seq > ${after} order by seq limit ${limit})
    select page.seq, page.invoice_id,
      case when page.invoice_id is not null then not exists (
        select from invoices i
        left join invoices first on first.org_id = i.org_id
          and first.id = coalesce(i.metadata ->> 'adjusts', i.metadata ->> 'replaces')
        where i.org_id = ${org.orgId} and i.id = page.invoice_id and i.account_id = page.account_id
          and ((i.schedule_id = page.schedule_id and i.cycle_start = page.cycle_start)
            or (first.schedule_id = page.schedule_id and first.cycle_start = page.cycle_start)))
      else exists (
        select from invoices i
        where i.org_id = ${org.orgId} and i.account_id = page.account_id
          and i.schedule_id = page.schedule_id and i.cycle_start = page.cycle_start
          and i.invoice_type = 'STANDARD' and i.status not in ('DRAFT', 'VOID'))
        and not exists (
          select from scheduled_work w
          where w.org_id = ${org.orgId} and w.kind = 'usage.late'
            and w.payload ->> 'scheduleId' = page.schedule_id
            and w.payload ->> 'cycleStart' = page.cycle_start::text)
      end as is_wrong
    from page order by page.seq`.execute(tx);
  return {
    found: rows.filter(({ isWrong }) => isWrong),
    next: rows.length === limit ? (rows.at(-1)?.seq ?? null) : null,
  };
}
