/**
 * What V8 is not to decide about objects that live a moment, such as those that hold events while they are
 * stored. After large batches it takes them for ones that stay and makes them among the old ones, which are
 * looked through seldom: what a dead one holds is copied twice and kept until then. With batches of 100 at
 * half load 13 MB of every 50 lived on so instead of 1, and a collection took 18 ms instead of 5.
 */
const PRETENURING = '--no-allocation-site-pretenuring';

/** The start asks for one collection, when it is over (`src/platform/return-memory.ts`). */
const COLLECTING = '--expose-gc';

/**
 * What Node is started with beside the entry. Ingestion holds the events of some hundred requests for the
 * length of a transaction; in the 16 MB that new objects have otherwise they are copied again and again: a
 * sixth of the processor time of batches of 100. NODE_OPTIONS with sizes of one's own win.
 *
 * @param {string} entry
 * @returns {string[]}
 */
export function nodeOptions(entry) {
  if (!/(?:^|\/)src\/main\.[jt]s$/.test(entry)) return [];
  const areSizesSet = /(?:semi|old)-space-size/.test(process.env.NODE_OPTIONS ?? '');
  return [PRETENURING, COLLECTING, ...(areSizesSet ? [] : ['--max-semi-space-size=64'])];
}
