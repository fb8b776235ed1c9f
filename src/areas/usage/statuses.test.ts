import { expect, it } from 'vitest';
import { classOf, EVENT_CLASSES, EVENT_STATUSES, statusesOf } from './statuses.ts';

it.each([
  ['INGESTION_COMPLETED_EVENT_METERED', 'PROCESSED'],
  ['INGESTION_COMPLETED_EVENT_NOT_METERED', 'PROCESSED'],
  ['INGESTION_COMPLETED_NO_MATCHING_METERS', 'PROCESSED'],
  ['INGESTION_FAILED', 'UNPROCESSED'],
  ['INGESTION_FAILED_DUPLICATE_EVENT', 'UNPROCESSED'],
  ['INGESTION_IN_PROGRESS', 'IN_PROGRESS'],
  ['REVERTED', null],
  ['UNKNOWN', null],
] as const)('%s is %s', (status, expected) => {
  expect(classOf(status)).toBe(expected);
});

it('classes share no status, and a status means itself', () => {
  const inClasses = EVENT_CLASSES.flatMap(statusesOf);
  expect(new Set(inClasses).size).toBe(inClasses.length);
  expect(inClasses).toHaveLength(EVENT_STATUSES.length - 2);
  for (const status of EVENT_STATUSES) expect(statusesOf(status)).toEqual([status]);
});
