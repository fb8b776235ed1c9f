/** What a look at the database shows of those who store events. */
export interface Sighting {
  /** The block of numbers that was taken last, by whomever. */
  lastBlock: number;
  /** Transactions that were storing events after that block was taken; a name is never given again. */
  writers: readonly string[];
}

/** Blocks below `from` are done with; those from `until` on are left for the next look. */
export interface Horizon {
  from: number;
  until: number;
}

export interface Patience {
  /** Looks for which later numbers wait for a transaction that takes long. */
  hold: number;
  /** Looks for which numbers are looked for again after all who could store them have ended. */
  keep: number;
}

/**
 * Numbers are taken when a transaction begins and are seen when it commits, so a lower one may come after a
 * higher one. Whoever stores events holds the ingestion lock before it takes its number: when all who held it
 * at one look have ended, every number that was taken before that look is there, or never will be. So numbers
 * are read in their order up to there, and a listener that comes back with the last one has missed nothing.
 *
 * When a transaction does not end, what is above is read without it after a while, and numbers are looked for
 * again until it has. They also are for some looks longer, in case somebody stores events without the lock.
 */
export function horizonFrom(
  first: number,
  start: Sighting,
  { hold, keep }: Patience,
): (sighting: Sighting) => Horizon {
  let settled = start.lastBlock + 1;
  let awaited = { until: settled, writers: new Set(start.writers) };
  let held = 0;
  const before: number[] = [];
  const look = ({ lastBlock, writers }: Sighting) => {
    held += 1;
    if (writers.some((writer) => awaited.writers.has(writer))) return;
    held = 0;
    settled = awaited.until;
    awaited = { until: lastBlock + 1, writers: new Set(writers) };
    if (writers.length === 0) settled = awaited.until;
  };
  return (sighting) => {
    look(sighting);
    before.push(settled);
    const from = before.length > keep ? before.shift() : first;
    return { from: from ?? first, until: held > hold ? sighting.lastBlock + 1 : settled };
  };
}
