import type { Aggregation } from './index.ts';

const WORDS: Record<Aggregation, (events: string) => string> = {
  // The two aggregations of the public API keep their names from there.
  COUNT: (events) => `COUNT of ${events}`,
  SUM: (events) => `SUM of ${events}`,
  MAX: (events) => `maximum of ${events}`,
  MIN: (events) => `minimum of ${events}`,
  AVERAGE: (events) => `average of ${events}`,
  UNIQUE_COUNT: (events) => `different keys of ${events}`,
  LATEST: (events) => `latest of ${events}`,
  TIME_WEIGHTED_SUM: (events) => `sum of ${events}, weighted by time,`,
};

/** `maximum of 12 events`: precedes the meter and the quantity in an explanation. */
export function aggregationWords(aggregation: string, eventCount: number): string {
  const events = eventCount === 1 ? '1 event' : `${eventCount} events`;
  const words = Object.hasOwn(WORDS, aggregation) ? WORDS[aggregation as Aggregation] : undefined;
  return words ? words(events) : `${aggregation} of ${events}`;
}
