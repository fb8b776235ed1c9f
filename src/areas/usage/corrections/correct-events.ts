import { lockWallets, returnCredits } from '#areas/entitlements/index.ts';
import { withdrawMarks } from '#areas/licenses/index.ts';
import { listUsageMeters } from '#areas/usage-meters/index.ts';
import type { Aggregation } from '#core/aggregation/index.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import { referenceOf } from '../event-numbers.ts';
import type { ProcessedEvent } from '../ingestion/pack-events.ts';
import { type EventRow, listEventsByNumber } from '../store/events.ts';
import { type CorrectedCandidate, holdIds } from './hold-ids.ts';
import { prepareAgain, processAgain } from './ingest-again.ts';
import {
  type Correction,
  type CorrectionContext,
  type OpenCorrection,
  openCorrection,
} from './open-correction.ts';
import type { CorrectionStatus } from './schema.ts';
import { storeCorrection } from './store-correction.ts';
import { meterIdsOf, readUndone } from './undone-events.ts';

/** The result for one event. */
export interface CorrectedEvent {
  /** The event after the correction; if it was ingested again, the new event. */
  row: EventRow;
  status: CorrectionStatus;
  reason: string;
}

/**
 * Reverts the effects of events and re-ingests them or their replacements, atomically in the caller's
 * transaction (`metering-pricing.md` 8). Lock order is that of all writers: ingestion, waiting events, the
 * events, their ids, wallets, names, rollups. Events that cannot be corrected stay unchanged, with a reason.
 * Results follow the order of the numbers and omit deleted events.
 */
export async function correctEvents(
  context: CorrectionContext,
  correction: Correction,
): Promise<CorrectedEvent[]> {
  const { tx, org } = context;
  const open = await openCorrection(context, correction);
  const [candidates, aggregations] = await Promise.all([
    holdIds(context, open),
    readAggregations(tx, org, open),
  ]);
  const undone = candidates.map(({ row }) => readUndone(row, { accounts: open.accounts, aggregations }));
  const occurrences = candidates.flatMap(({ again }) => again ?? []);
  const prepared = await prepareAgain(context, { open, occurrences });
  const wallets = [...candidates.flatMap((each) => each.wallets), ...prepared.wallets];
  if (wallets.length > 0) await lockWallets(tx, org, wallets);
  const { now } = open;
  const debited = candidates.filter((each) => each.wallets.length > 0).map(({ reference }) => reference);
  const references = candidates.map(({ reference }) => reference);
  const [returned, marked] = await Promise.all([
    returnCredits({ tx, org, now }, debited),
    withdrawMarks({ tx, org, now }, references),
  ]);
  const processed = await processAgain(context, { open, prepared, undone });
  await storeCorrection(context, { open, candidates, undone, processed });
  const reasons = candidates.map((candidate, i) => {
    const { reference } = candidate;
    const isUsed = (undone[i]?.outcome.usage.length ?? 0) > 0;
    return explain(candidate, {
      isEffective: isUsed || candidate.wallets.length > 0 || marked.has(reference),
      returned: returned.get(reference) ?? [],
      processed,
    });
  });
  const done = new Map(candidates.map((each, i) => [each.row.seq, { ...each, reason: reasons[i] ?? '' }]));
  return showAll(tx, org, { correction, open, done });
}

async function readAggregations(
  tx: Tx,
  org: Org,
  { candidates }: OpenCorrection,
): Promise<ReadonlyMap<string, Aggregation>> {
  const meterIds = meterIdsOf(candidates.map(({ row }) => row));
  const meters = meterIds.length > 0 ? await listUsageMeters(tx, org, meterIds) : [];
  return new Map(meters.map(({ id, aggregation }) => [id, aggregation]));
}

function explain(
  { again }: CorrectedCandidate,
  found: { isEffective: boolean; returned: readonly string[]; processed: readonly ProcessedEvent[] },
): string {
  const { isEffective, returned, processed } = found;
  const outcome = again && processed.find(({ seq }) => seq === again.seq)?.outcome;
  return [
    isEffective ? 'the effects of the event were reversed' : 'no effects to revert',
    ...returned,
    ...(outcome ? [`ingested again: ${outcome.description ?? outcome.status}`] : []),
  ].join('; ');
}

/** Returns the current state of each event with the result of its correction. */
async function showAll(
  tx: Tx,
  org: Org,
  known: {
    correction: Correction;
    open: OpenCorrection;
    done: ReadonlyMap<number, CorrectedCandidate & { reason: string }>;
  },
): Promise<CorrectedEvent[]> {
  const { correction, open, done } = known;
  const shownOf = (seq: number) => done.get(seq)?.again?.seq ?? seq;
  const rows = await listEventsByNumber(tx, org, correction.numbers.map(shownOf));
  const bySeq = new Map(rows.map((row) => [row.seq, row]));
  return correction.numbers.flatMap((seq): CorrectedEvent[] => {
    const row = bySeq.get(shownOf(seq));
    if (!row) return [];
    const corrected = done.get(seq);
    if (!corrected) return [{ row, status: 'FAILED', reason: open.problems.get(seq) ?? '' }];
    const { again, reason } = corrected;
    const status = again ? 'REVERTED_AND_REINGESTED' : 'REVERTED';
    const instead = again ? `; event ${referenceOf(seq)} was replaced` : '';
    return [{ row, status, reason: reason + instead }];
  });
}
