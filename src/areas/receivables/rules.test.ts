import { describe, expect, it } from 'vitest';
import { ageBounds, daysPastDue } from './rules.ts';

const at = (text: string) => Temporal.Instant.from(text);

describe('ages', () => {
  it('begin at local midnight, whatever the hour is', () => {
    const morning = ageBounds(at('2030-06-29T18:30:00Z'), 'Asia/Kolkata'); // 30 June, 00:00
    const evening = ageBounds(at('2030-06-30T18:29:59Z'), 'Asia/Kolkata'); // 30 June, 23:59:59
    expect(morning).toEqual(evening);
    expect(Object.values(morning).map(String)).toEqual([
      '2030-06-29T18:30:00Z', // 30 June
      '2030-05-30T18:30:00Z', // 31 May
      '2030-04-30T18:30:00Z', //  1 May
      '2030-03-31T18:30:00Z', //  1 April
    ]);
  });

  it('count days, not 24 hours, when the clock changes', () => {
    // New York sets its clock forward on 10 March: 30 days before 9 April noon are 719 hours.
    const { days30 } = ageBounds(at('2030-04-09T16:00:00Z'), 'America/New_York');
    expect(String(days30)).toBe('2030-03-10T05:00:00Z');
  });

  it.each([
    // due, the last millisecond of a local day     now                      days
    ['2030-06-30T18:29:59.999Z', '2030-06-30T10:00:00Z', 0], // today
    ['2030-06-29T18:29:59.999Z', '2030-06-29T18:30:00Z', 1], // yesterday, since a moment
    ['2030-05-31T18:29:59.999Z', '2030-06-30T10:00:00Z', 30],
    ['2030-12-31T18:29:59.999Z', '2030-06-30T10:00:00Z', 0], // in the future
  ])('due %s, on %s: %s days', (due, now, days) => {
    expect(daysPastDue(at(due), at(now), 'Asia/Kolkata')).toBe(days);
  });
});
