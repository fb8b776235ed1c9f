import { insertDebits } from '#areas/entitlements/index.ts';
import { recordMarks } from '#areas/licenses/index.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import { isPastDeadline } from '../check-time.ts';
import { keysOf } from '../event-ids.ts';
import { type ProcessedEvent, packEvents } from '../ingestion/pack-events.ts';
import { waitingOf } from '../ingestion/waiting-of.ts';
import { lateUsageOf, noteLateUsage } from '../late-usage.ts';
import { debitsOf, isReleased, marksOf } from '../process-batch.ts';
import { markReverted } from '../store/corrections.ts';
import { type KeyRequest, moveEventKeys, releaseEventKeys } from '../store/event-keys.ts';
import { insertEvents } from '../store/events.ts';
import type { LateUsage } from '../store/late-usage.ts';
import { deleteWaiting, insertWaiting } from '../store/waiting.ts';
import { keepsStatus } from './check-correction.ts';
import type { CorrectedCandidate } from './hold-ids.ts';
import type { CorrectionContext, OpenCorrection } from './open-correction.ts';
import { revertedDetail, type UndoneEvent } from './undone-events.ts';
import { writeUsage } from './write-usage.ts';

/** Stores the new state of the corrected events and their replacements; rollups last, as in every writer. */
export async function storeCorrection(
  { tx, org }: CorrectionContext,
  correction: {
    open: OpenCorrection;
    candidates: readonly CorrectedCandidate[];
    undone: readonly UndoneEvent[];
    processed: readonly ProcessedEvent[];
  },
): Promise<void> {
  const { open, candidates, undone, processed } = correction;
  const { now, action, catalog } = open;
  if (!catalog.hourOf) throw new Error('the time zone of the organization is not loaded');
  await recordMarks({ tx, org, now }, marksOf(processed));
  const { rows } = await packEvents(tx, org, { processed, contexts: new Map() });
  const reverted = undone.filter((_, i) => {
    const { row, wallets } = candidates[i] as CorrectedCandidate;
    return !keepsStatus({ status: row.status, isDebited: wallets.length > 0 }, action);
  });
  const description = action === 'UNDO' ? 'undone by a correction' : 'ingested again by a correction';
  const numbers = candidates.map(({ row }) => row.seq);
  const details = reverted.map((each) => ({ seq: each.seq, detail: revertedDetail(each, description) }));
  // Pipelined in this order.
  await Promise.all([
    markReverted(tx, org, details),
    insertEvents(tx, org, { events: rows, receivedAt: now }),
    deleteWaiting(tx, org, numbers),
    insertWaiting(tx, org, waitingOf(processed)),
    insertDebits(tx, org, debitsOf(processed)),
    ...passIdsOn(tx, org, { candidates, processed }),
  ]);
  await noteLateUsage({ tx, org, now }, [...lateUsageOf(processed), ...goneLate(undone, now)]);
  await writeUsage(tx, org, { gone: undone, come: processed, hourOf: catalog.hourOf });
}

/** Usage removed from closed cycles, whose invoices must be adjusted. */
function goneLate(undone: readonly UndoneEvent[], now: Temporal.Instant): LateUsage[] {
  const isLate = ({ outcome: { period } }: UndoneEvent) =>
    period !== null && isPastDeadline(period.cycle, now);
  return lateUsageOf(
    undone.filter(isLate).map(({ seq, outcome }) => ({ seq, outcome: { ...outcome, isLateArrival: true } })),
  );
}

/** Passes ids on to the replacement events, and releases them if there is none or it failed permanently. */
function passIdsOn(
  tx: Tx,
  org: Org,
  batch: { candidates: readonly CorrectedCandidate[]; processed: readonly ProcessedEvent[] },
): Promise<void>[] {
  const bySeq = new Map(batch.processed.map((each) => [each.seq, each]));
  const released: KeyRequest[] = [];
  const moved: (KeyRequest & { heldBy: number })[] = [];
  for (const { row, heldKey: key, again } of batch.candidates) {
    const kept = again && bySeq.get(again.seq);
    const isFree = !kept || isReleased(kept);
    if (key && isFree) released.push({ key, seq: row.seq });
    else if (key && again) moved.push({ key, seq: again.seq, heldBy: row.seq });
    else if (isFree && again?.eventId)
      released.push(...keysOf(again.eventId).map((own) => ({ key: own, seq: again.seq })));
  }
  return [releaseEventKeys(tx, org, released), moveEventKeys(tx, org, moved)];
}
