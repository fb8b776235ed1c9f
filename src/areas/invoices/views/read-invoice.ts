import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import { startTurns } from '#platform/turns.ts';
import { computeCompositeDraft } from '../composites/compute-composite.ts';
import { getGroup } from '../composites/describe-group.ts';
import { keptInfo } from '../finalization/fail-finalization.ts';
import { computeDraft } from '../lifecycle/compute-draft.ts';
import { computedColumns } from '../lifecycle/computed-columns.ts';
import { readDraftPool } from '../lifecycle/draft-credits.ts';
import type { CompositeRow } from '../store/composites.ts';
import { findInvoice, isOfAccount, type StoredInvoice } from '../store/invoices.ts';
import type { ComputedColumns } from '../store/lifecycle.ts';

/**
 * Returns an invoice for a reader: an issued one as stored, the draft of a running cycle or of a group
 * recomputed at `now`. Writes nothing.
 */
export async function readInvoice(
  tx: Tx,
  org: Org,
  requested: { id: string; now: Temporal.Instant },
): Promise<StoredInvoice | null> {
  const row = await findInvoice(tx, org, requested.id);
  return row && readCurrent(tx, org, { row, now: requested.now });
}

/** The same for an invoice that is already loaded. */
export async function readCurrent(
  tx: Tx,
  org: Org,
  { row, now }: { row: StoredInvoice; now: Temporal.Instant },
): Promise<StoredInvoice> {
  // A draft that hooks are checking stays as they received it.
  if (row.status !== 'DRAFT' || row.finalizingStatus !== null) return row;
  const columns = await computeAnew(tx, org, row);
  return columns ? { ...row, ...columns, generatedAt: now } : row;
}

/** The same for many, one after the other, because computing all at once would block the event loop. */
export async function readEach(
  tx: Tx,
  org: Org,
  requested: readonly { row: StoredInvoice; now: Temporal.Instant }[],
): Promise<StoredInvoice[]> {
  const turns = startTurns();
  const read: StoredInvoice[] = [];
  for (const each of requested) {
    if (turns.isOver()) await turns.yieldLoop();
    read.push(await readCurrent(tx, org, each));
  }
  return read;
}

async function computeAnew(tx: Tx, org: Org, row: StoredInvoice): Promise<ComputedColumns | null> {
  if (row.invoiceType === 'COMPOSITE') {
    const composite = row as CompositeRow;
    const group = await getGroup(tx, org, composite.groupId);
    const { columns } = await computeCompositeDraft(tx, org, { composite, group });
    return { ...columns, info: [...columns.info, ...keptInfo(row)] };
  }
  const pool = isOfAccount(row) && row.appliesCredits ? await readDraftPool(tx, org, row) : null;
  const drawn = await computeDraft(tx, org, row, pool);
  return drawn && computedColumns(drawn.computed);
}
