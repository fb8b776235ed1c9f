import { sql } from 'kysely';
import type { EInvoiceResponse } from '#areas/finalization-hooks/index.ts';
import type { Tx } from '#platform/db/database.ts';
import { json } from '#platform/db/json.ts';
import type { Org } from '#platform/http/operation.ts';
import type { InvoiceInfo } from '../schema.ts';
import type { StoredInvoice } from './invoices.ts';

/** Updates drafts under check by hooks. The caller has locked the row. */

/** Stores the reference of its registration, which the event of its issue contains. */
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

/** Ends the calls about it; it is no longer issued automatically. */
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

/** Lists the credits of an account that documents waiting for their issue take. */
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
      // These have already taken theirs.
      .where(sql<boolean>`not metadata ? 'adjusts'`)
      .execute()
  );
}
