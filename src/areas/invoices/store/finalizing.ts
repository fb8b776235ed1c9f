import { sql } from 'kysely';
import type { EInvoiceResponse } from '#areas/finalization-hooks/index.ts';
import type { Tx } from '#platform/db/database.ts';
import { json } from '#platform/db/json.ts';
import type { Org } from '#platform/http/operation.ts';
import type { InvoiceInfo } from '../schema.ts';
import type { StoredInvoice } from './invoices.ts';

/** Drafts that hooks are asked about. The caller has locked the row. */

/** Under what it is registered; the event of its issue shows it. */
export async function setEInvoice(
  tx: Tx,
  org: Org,
  { id, eInvoice }: { id: string; eInvoice: EInvoiceResponse },
): Promise<void> {
  await tx
    .updateTable('invoices')
    .set({ metadata: sql`metadata || ${json({ eInvoice })}` })
    .where('orgId', '=', org.orgId)
    .where('id', '=', id)
    .execute();
}

/** Nobody is asked about it any more, and it is not issued by itself. */
export async function setFinalizationFailed(
  tx: Tx,
  org: Org,
  failed: { id: string; info: InvoiceInfo[]; heldSince: Temporal.Instant; now: Temporal.Instant },
): Promise<void> {
  const { id, info, heldSince, now } = failed;
  await tx
    .updateTable('invoices')
    .set({ finalizingStatus: null, autoAdvance: false, heldBySetting: false, billRunId: null })
    .set({ info: json(info), heldSince })
    .set((eb) => ({ updatedAt: now, rowVersion: eb('rowVersion', '+', 1) }))
    .where('orgId', '=', org.orgId)
    .where('id', '=', id)
    .execute();
}

/** What others of an account take of its credits: documents of those that wait to be issued. */
export function listFinalizing(
  tx: Tx,
  org: Org,
  { accountId, exceptId }: { accountId: string; exceptId: string | null },
): Promise<Pick<StoredInvoice, 'id' | 'document'>[]> {
  return (
    tx
      .selectFrom('invoices')
      .select(['id', 'document'])
      .where('orgId', '=', org.orgId)
      .where('accountId', '=', accountId)
      .where('finalizingStatus', '=', sql.lit('FINALIZING'))
      .where('id', '<>', exceptId ?? '')
      // These have taken theirs already.
      .where(sql<boolean>`not metadata ? 'adjusts'`)
      .execute()
  );
}
