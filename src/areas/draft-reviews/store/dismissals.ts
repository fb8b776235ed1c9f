import { type Selectable, sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import type { FindingDismissalsTable } from '../tables.ts';

export type DismissalRow = Selectable<FindingDismissalsTable>;

/** By id of the invoice, then by key of the finding. */
export async function listDismissals(
  tx: Tx,
  org: Org,
  invoiceIds: readonly string[],
): Promise<Map<string, Map<string, DismissalRow>>> {
  if (invoiceIds.length === 0) return new Map();
  const rows = await tx
    .selectFrom('findingDismissals')
    .selectAll()
    .where('orgId', '=', org.orgId)
    .where('invoiceId', '=', sql<string>`any(${invoiceIds}::text[])`)
    .execute();
  const byInvoice = Map.groupBy(rows, ({ invoiceId }) => invoiceId);
  return new Map([...byInvoice].map(([id, own]) => [id, new Map(own.map((row) => [row.key, row]))]));
}

/** Keeps an earlier dismissal of the same finding. */
export async function insertDismissals(
  tx: Tx,
  org: Org,
  rows: readonly Omit<DismissalRow, 'orgId'>[],
): Promise<void> {
  if (rows.length === 0) return;
  const sent = rows.map(({ dismissedAt, ...row }) => ({ ...row, dismissedAt: dismissedAt.toString() }));
  await sql`
    insert into finding_dismissals (org_id, invoice_id, key, rule, figures, comment, dismissed_by,
      dismissed_by_name, dismissed_at)
    select ${org.orgId}, "invoiceId", key, rule, figures, comment, "dismissedBy", "dismissedByName",
      "dismissedAt"
    from json_to_recordset(${JSON.stringify(sent)}::json) as d ("invoiceId" text, key text, rule text,
      figures jsonb, comment text, "dismissedBy" text, "dismissedByName" text, "dismissedAt" timestamptz)
    order by "invoiceId", key
    on conflict (org_id, invoice_id, key) do nothing`.execute(tx);
}

/** Returns whether there was one. */
export async function deleteDismissal(
  tx: Tx,
  org: Org,
  { invoiceId, key }: { invoiceId: string; key: string },
): Promise<boolean> {
  const result = await tx
    .deleteFrom('findingDismissals')
    .where('orgId', '=', org.orgId)
    .where('invoiceId', '=', invoiceId)
    .where('key', '=', key)
    .executeTakeFirst();
  return result.numDeletedRows > 0n;
}
