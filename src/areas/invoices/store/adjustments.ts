import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import type { InvoiceRow } from './invoices.ts';

/** Finds the invoice in arrears of a cycle, whatever its status; after reissues, the last one. */
export async function findCycleInvoice(
  tx: Tx,
  org: Org,
  cycle: { accountId: string; scheduleId: string; cycleStart: Temporal.PlainDate },
): Promise<InvoiceRow | null> {
  const row = await tx
    .selectFrom('invoices')
    .selectAll()
    .where('orgId', '=', org.orgId)
    .where('accountId', '=', cycle.accountId)
    .where('scheduleId', '=', cycle.scheduleId)
    .where('cycleStart', '=', cycle.cycleStart)
    .where('invoiceType', '=', 'STANDARD')
    .orderBy('reissue', 'desc')
    .limit(1)
    .executeTakeFirst();
  return (row as InvoiceRow | undefined) ?? null;
}

/**
 * Finds the document that the next adjustment of an invoice continues from: the valid adjustment that no
 * other one continues from, or the invoice itself.
 */
export async function findAdjustmentBase(tx: Tx, org: Org, original: InvoiceRow): Promise<InvoiceRow> {
  const { id: originalId } = original;
  const row = await adjustmentsOf(tx, org, originalId)
    .selectAll()
    // Not by their times, because a sandbox clock can stand still between two of them.
    .where(
      sql<boolean>`not exists (select from invoices later
        where later.org_id = invoices.org_id and later.metadata ->> 'adjusts' = ${originalId}
          and later.metadata ->> 'basedOn' = invoices.id and later.status <> 'VOID')`,
    )
    .executeTakeFirst();
  return (row as InvoiceRow | undefined) ?? original;
}

/**
 * Finds a valid adjustment that was computed from an invoice and is not part of `together`; null if there is
 * none.
 */
export async function findLaterAdjustment(
  tx: Tx,
  org: Org,
  { together, ...invoice }: Pick<InvoiceRow, 'id' | 'metadata'> & { together: string | null },
): Promise<string | null> {
  const { adjusts } = invoice.metadata as { adjusts?: string };
  const row = await adjustmentsOf(tx, org, adjusts ?? invoice.id)
    .select('id')
    .where(sql<boolean>`metadata ->> 'basedOn' = ${invoice.id}`)
    .where(sql<boolean>`(merged_into is null or merged_into is distinct from ${together})`)
    .limit(1)
    .executeTakeFirst();
  return row?.id ?? null;
}

/** Whether an invoice was adjusted for the end of its schedule, even if that adjustment is void. */
export async function isCutAdjusted(tx: Tx, org: Org, originalId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('invoices')
    .select('id')
    .where('orgId', '=', org.orgId)
    .where(sql<boolean>`metadata ->> 'adjusts' = ${originalId} and metadata ? 'endOfSchedule'`)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

function adjustmentsOf(tx: Tx, org: Org, originalId: string) {
  return tx
    .selectFrom('invoices')
    .where('orgId', '=', org.orgId)
    .where(sql<boolean>`metadata ->> 'adjusts' = ${originalId}`)
    .where('status', '<>', 'VOID');
}
