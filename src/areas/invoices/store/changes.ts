import { sql } from 'kysely';
import { publishEvent } from '#areas/webhooks/index.ts';
import type { Tx } from '#platform/db/database.ts';
import { json } from '#platform/db/json.ts';
import type { Org } from '#platform/http/operation.ts';
import { publishStatus } from '../events/publish-invoice.ts';
import { planPdfAgain } from '../lifecycle/planned-work.ts';
import { planCollection } from '../payments/plan-collection.ts';
import type { InvoicesTable } from '../tables.ts';

/** Changes a row that the caller has locked; the content of an issued document stays. */

export async function setStatus(
  tx: Tx,
  org: Org,
  change: {
    id: string;
    status: InvoicesTable['status'];
    /** The previous status, for subscribers. */
    from?: InvoicesTable['status'];
    /** Returns to the earlier status, which was already published. */
    isBack?: true;
    now: Temporal.Instant;
  },
): Promise<void> {
  if (!change.isBack) publishStatus(tx, org, change);
  await planCollection({ tx, org, now: change.now }, change.id);
  const row = await tx
    .updateTable('invoices')
    .set({ status: change.status, updatedAt: change.now })
    .set((eb) => ({ rowVersion: eb('rowVersion', '+', 1) }))
    .where('orgId', '=', org.orgId)
    .where('id', '=', change.id)
    .returning(['id', 'pdfFileId', 'rowVersion'])
    .executeTakeFirst();
  if (row) await planPdfAgain({ tx, org, now: change.now }, row);
}

/** Adds required actions to the metadata of an invoice. */
export async function addMetadata(
  tx: Tx,
  org: Org,
  change: { id: string; metadata: Record<string, unknown>; now: Temporal.Instant },
): Promise<void> {
  publishEvent(tx, org, { type: 'invoice.updated', id: change.id, now: change.now });
  await tx
    .updateTable('invoices')
    .set({ metadata: sql`metadata || ${json(change.metadata)}`, updatedAt: change.now })
    .set((eb) => ({ rowVersion: eb('rowVersion', '+', 1) }))
    .where('orgId', '=', org.orgId)
    .where('id', '=', change.id)
    .execute();
}

/** Of a draft. */
export async function setAutoAdvance(
  tx: Tx,
  org: Org,
  change: { id: string; autoAdvance: boolean; now: Temporal.Instant },
): Promise<void> {
  const previous = { autoAdvance: !change.autoAdvance };
  publishEvent(tx, org, { type: 'invoice.updated', id: change.id, now: change.now, previous });
  await tx
    .updateTable('invoices')
    .set({ autoAdvance: change.autoAdvance, heldBySetting: false, updatedAt: change.now })
    .set((eb) => ({ rowVersion: eb('rowVersion', '+', 1) }))
    .where('orgId', '=', org.orgId)
    .where('id', '=', change.id)
    .execute();
}

/** Keeps a draft waiting by a user's decision, whatever the setting says from now on. */
export async function keepHeld(tx: Tx, org: Org, id: string): Promise<void> {
  await tx
    .updateTable('invoices')
    .set({ heldBySetting: false })
    .where('orgId', '=', org.orgId)
    .where('id', '=', id)
    .execute();
}
