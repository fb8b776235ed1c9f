import type { Sight } from './observe/observation.ts';

/** What a check sees: periods that have ended since the last one, and the condition now; null off a tick. */
export interface Seen {
  ended: readonly Sight[];
  current: Sight | null;
}

/** The incidents of an alert: those of the database, or those of a back-test. */
export interface IncidentBook {
  /** Opens, refreshes and closes incidents according to what was seen. */
  move(sight: Sight): Promise<void>;
  /** Closes incidents whose validity is over. */
  endOver(): Promise<void>;
}

/**
 * The order of every check, so that no incident outlives its period. An incident that begins in a past period
 * closes at once; an open one records the final value of the period.
 */
export async function runCheck({ ended, current }: Seen, incidents: IncidentBook): Promise<void> {
  for (const sight of ended) {
    await incidents.move(sight);
    await incidents.endOver();
  }
  await incidents.endOver();
  if (current) await incidents.move(current);
}
