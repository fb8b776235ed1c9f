import { describe, expect, it } from 'vitest';
import { decimal } from '../decimal.ts';
import type { EventCounts, MeterHours } from './facts.ts';
import { DEFAULT_TERMS } from './terms.ts';
import { findLateEvents, findQueuedEvents, findRejectedEvents, findUsageGaps } from './usage-rules.ts';

const FROM = Temporal.Instant.from('2030-01-20T03:00:00Z');
const calls = (hours: number, hoursWithUsage: number, gapHours: number): MeterHours => ({
  ...{ meterId: 'um.calls', name: 'calls', hours, hoursWithUsage, gapHours, gapFrom: FROM },
});

describe('USAGE_GAP: 6 hours or more without usage in a meter with usage in 90 % of all other hours', () => {
  it.each([
    // hours  with usage  longest gap  found
    [744, 739, 5, null],
    [744, 738, 6, '6'],
    [744, 735, 9, '9'],
    [744, 0, 744, null], //  nothing was ever used
    [744, 664, 6, null], //  664 of the other 738 hours are 89.97 %
    [744, 665, 6, '6'], //   665 of 738 are 90.1 %
    [110, 90, 10, '10'], //  exactly 90 of the other 100
    [110, 89, 10, null],
    [53, 47, 6, null], //    only 47 other hours: less than two days say nothing
    [54, 48, 6, '6'],
    [744, 240, 504, '504'], // hourly for ten days, then nothing
  ])('%d hours, %d with usage, a gap of %d: %s', (hours, hoursWithUsage, gapHours, expected) => {
    const found = findUsageGaps({ meters: [calls(hours, hoursWithUsage, gapHours)] }, DEFAULT_TERMS);
    expect(found[0]?.figures.hours ?? null).toBe(expected);
  });

  it('names the meter and the start of the gap', () => {
    expect(findUsageGaps({ meters: [calls(744, 738, 6)] }, DEFAULT_TERMS)).toEqual([
      { subject: 'um.calls', figures: { meter: 'calls', hours: '6', from: '2030-01-20T03:00:00Z' } },
    ]);
  });

  it('takes its thresholds from the settings', () => {
    const gap = { ...DEFAULT_TERMS.gap, hours: 3, share: decimal('0.5') };
    expect(findUsageGaps({ meters: [calls(103, 50, 3)] }, { gap })).toHaveLength(1);
    expect(findUsageGaps({ meters: [calls(103, 49, 3)] }, { gap })).toHaveLength(0);
    expect(findUsageGaps({ meters: [calls(102, 50, 2)] }, { gap })).toHaveLength(0);
  });
});

const events = (given: Partial<EventCounts>): EventCounts => ({
  ...{ received: 0, rejected: 0, inQueue: 0, late: 0 },
  ...given,
});

describe('EVENTS_REJECTED: 1 % or more', () => {
  it.each([
    // received  rejected  percent
    [100, 0, null],
    [100, 1, '1'],
    [101, 1, null], //    0.990… %
    [1_000_000, 10_000, '1'],
    [1_000_000, 9_999, null],
    [3, 1, '33.33'],
    [1, 1, '100'],
    [0, 0, null],
  ])('of %d events %d: %s', (received, rejected, expected) => {
    const found = findRejectedEvents({ events: events({ received, rejected }) }, DEFAULT_TERMS);
    expect(found[0]?.figures.percent ?? null).toBe(expected);
  });

  it('takes its threshold from the settings', () => {
    const terms = { rejected: { percent: decimal('0.5') } };
    expect(findRejectedEvents({ events: events({ received: 200, rejected: 1 }) }, terms)).toHaveLength(1);
    expect(findRejectedEvents({ events: events({ received: 201, rejected: 1 }) }, terms)).toHaveLength(0);
    // With 0 % any rejected event is reported, and none is not.
    const any = { rejected: { percent: decimal('0') } };
    expect(findRejectedEvents({ events: events({ received: 9999, rejected: 1 }) }, any)).toHaveLength(1);
    expect(findRejectedEvents({ events: events({ received: 9999 }) }, any)).toHaveLength(0);
  });
});

it.each([
  [0, null],
  [1, '1'],
  [214, '214'],
])('EVENTS_IN_QUEUE and LATE_EVENTS of %d events: %s', (count, expected) => {
  const given = { events: events({ inQueue: count, late: count, received: 1000 }) };
  expect(findQueuedEvents(given)[0]?.figures.events ?? null).toBe(expected);
  expect(findLateEvents(given)[0]?.figures.events ?? null).toBe(expected);
});
