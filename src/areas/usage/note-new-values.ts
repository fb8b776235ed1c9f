import type { Tx } from '#platform/db/database.ts';
import { planScheduledWork } from '#platform/db/scheduled-work.ts';
import type { Org } from '#platform/http/operation.ts';
import { type NewValue, withoutRepeats } from './ingestion/noted-values.ts';
import { insertUncoveredValues } from './store/uncovered-values.ts';

/** Scheduled work without payload: values have arrived that no meter accepts. */
export const NEW_VALUES = 'usage.new_values';
/** After everything else of the same instant that changes what is metered. */
const RANK = 80;

/**
 * Stores new values with the events that have them, and schedules one piece of work. Each transaction has a
 * piece of its own, by the number of its first event: waiting for a piece that runs, which itself waits for
 * this ingestion, would be a deadlock.
 */
export async function noteNewValues(
  { tx, org, now }: { tx: Tx; org: Org; now: Temporal.Instant },
  { values, firstSeq }: { values: readonly NewValue[]; firstSeq: number },
): Promise<NewValue[]> {
  if (values.length === 0) return [];
  const once = withoutRepeats(values);
  const inserted = await insertUncoveredValues(tx, org, { values: once, now });
  if (inserted > 0)
    await planScheduledWork(tx, org, {
      ...{ kind: NEW_VALUES, key: String(firstSeq), dueAt: now, rank: RANK, payload: {}, now },
    });
  return once;
}
