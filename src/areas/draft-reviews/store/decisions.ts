import { type Selectable, sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import type { ReviewDecisionsTable } from '../tables.ts';

export type DecisionRow = Selectable<ReviewDecisionsTable>;

/** Sets the same decision about several drafts; one that is there already is replaced. */
export async function saveDecisions(
  tx: Tx,
  org: Org,
  { invoiceIds, ...decided }: Omit<DecisionRow, 'orgId' | 'invoiceId'> & { invoiceIds: readonly string[] },
): Promise<void> {
  const { jobId, decision, reason, decidedBy, decidedByName, decidedAt } = decided;
  await sql`
    insert into review_decisions (org_id, job_id, invoice_id, decision, reason, decided_by, decided_by_name,
      decided_at)
    select ${org.orgId}, ${jobId}, invoice_id, ${decision}, ${reason}, ${decidedBy}, ${decidedByName},
      ${decidedAt}
    from unnest(${invoiceIds}::text[]) as invoice_id order by invoice_id
    on conflict (org_id, job_id, invoice_id) do update set decision = excluded.decision,
      reason = excluded.reason, decided_by = excluded.decided_by, decided_by_name = excluded.decided_by_name,
      decided_at = excluded.decided_at`.execute(tx);
}

export async function deleteDecisions(
  tx: Tx,
  org: Org,
  taken: { jobId: string; invoiceIds: readonly string[]; decision?: 'APPROVED' },
): Promise<void> {
  const { jobId, invoiceIds, decision = null } = taken;
  if (invoiceIds.length === 0) return;
  await sql`
    delete from review_decisions
    where org_id = ${org.orgId} and job_id = ${jobId} and invoice_id = any(${invoiceIds})
      and (${decision}::text is null or decision = ${decision})`.execute(tx);
}
