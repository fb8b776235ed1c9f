/** One database snapshot of the transactions that store events. */
export interface Sighting {
  /** The most recently taken block of numbers, of any transaction. */
  lastBlock: number;
  /** Transactions that were storing events after that block was taken; names are never reused. */
  writers: readonly string[];
}

/** Blocks below `from` are complete; those from `until` on are left for the next poll. */
export interface Horizon {
  from: number;
  until: number;
}

export interface Patience {
  /** Polls for which later numbers wait for a long-running transaction. */
  hold: number;
  /** Polls that still look for numbers after all their possible writers have ended. */
  keep: number;
}

/**
 * A transaction takes numbers when it begins, and they become visible when it commits, so a lower number may
 * appear after a higher one. Every writer holds the ingestion lock before it takes its number: once all
 * holders seen at one poll have ended, every number taken before that poll is visible or never will be.
 * Numbers are therefore read in order up to that point, and a listener that reconnects with its last number
 * has missed nothing.
 *
 * If a transaction does not end, later numbers are read without it after a while, and missing numbers are
 * looked for until it has ended. They are also looked for during some further polls, in case a writer does
 * not hold the lock.
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
