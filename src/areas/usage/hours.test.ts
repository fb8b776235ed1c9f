import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { endOfHour, hoursIn, listHourStarts } from './hours.ts';

const hourOf = (zone: string, at: string) => hoursIn(zone)(Temporal.Instant.from(at)).toString();

describe('hour of the billing zone', () => {
  it.each([
    // zone                at                              start of the local hour
    ['UTC', '2030-01-01T10:59:59.999999Z', '2030-01-01T10:00:00Z'],
    ['UTC', '2030-01-01T11:00:00Z', '2030-01-01T11:00:00Z'],
    ['Europe/Berlin', '2030-01-01T10:30:00Z', '2030-01-01T10:00:00Z'],
    ['Asia/Kolkata', '2030-01-01T10:29:59Z', '2030-01-01T09:30:00Z'], //  15:59 at +05:30
    ['Asia/Kolkata', '2030-01-01T10:30:00Z', '2030-01-01T10:30:00Z'], //  16:00
    ['Asia/Kathmandu', '2030-01-01T10:14:59Z', '2030-01-01T09:15:00Z'], // 15:59 at +05:45
    ['Asia/Kathmandu', '2030-01-01T10:15:00Z', '2030-01-01T10:15:00Z'], // 16:00
    ['America/St_Johns', '2030-01-01T10:29:00Z', '2030-01-01T09:30:00Z'], // 06:59 at -03:30
    // Lord Howe goes from 01:59 (+10:30) to 02:30 (+11): its hour 02 has half an hour.
    ['Australia/Lord_Howe', '2030-10-05T15:29:00Z', '2030-10-05T14:30:00Z'], // 01:59
    ['Australia/Lord_Howe', '2030-10-05T15:31:00Z', '2030-10-05T15:30:00Z'], // 02:31
    ['Australia/Lord_Howe', '2030-10-05T16:00:00Z', '2030-10-05T16:00:00Z'], // 03:00
    // And from 01:59 (+11) back to 01:30 (+10:30): its hour 01 has an hour and a half.
    ['Australia/Lord_Howe', '2030-04-06T14:59:00Z', '2030-04-06T14:00:00Z'], // 01:59
    ['Australia/Lord_Howe', '2030-04-06T15:10:00Z', '2030-04-06T14:00:00Z'], // 01:40, the second time
    ['Australia/Lord_Howe', '2030-04-06T15:30:00Z', '2030-04-06T15:30:00Z'], // 02:00
    // Where an hour comes twice, it is two hours.
    ['Europe/Berlin', '2030-10-27T00:30:00Z', '2030-10-27T00:00:00Z'], // 02:30 summer time
    ['Europe/Berlin', '2030-10-27T01:30:00Z', '2030-10-27T01:00:00Z'], // 02:30 winter time
    ['Africa/Monrovia', '1971-06-01T12:00:00Z', '1971-06-01T11:44:30Z'], // 11:15:30 at -00:44:30
    ['UTC', '1969-12-31T23:30:00Z', '1969-12-31T23:00:00Z'],
  ])('%s %s: %s', (zone, at, start) => {
    expect(hourOf(zone, at)).toBe(start);
  });

  const zones = ['UTC', 'Asia/Kathmandu', 'Australia/Lord_Howe', 'America/St_Johns', 'Europe/Berlin'];
  const from = Temporal.Instant.from('2029-01-01T00:00:00Z').epochMilliseconds;

  it('begins at or before the instant, begins with itself, and never before an earlier one', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...zones),
        fc.integer({ min: 0, max: 2 * 366 * 86_400 }),
        fc.integer({ min: 0, max: 7200 }),
        (zone, seconds, later) => {
          const hour = hoursIn(zone);
          const at = Temporal.Instant.fromEpochMilliseconds(from + seconds * 1000);
          const start = hour(at);
          expect(Temporal.Instant.compare(start, at)).toBeLessThanOrEqual(0);
          expect(hour(start).toString()).toBe(start.toString());
          expect(Temporal.Instant.compare(start, hour(at.add({ seconds: later })))).toBeLessThanOrEqual(0);
          expect(start.toZonedDateTimeISO(zone).minute % 30).toBe(0);
        },
      ),
    );
  });

  it.each([
    // zone                 start                   end
    ['UTC', '2030-01-09T12:00:00Z', '2030-01-09T13:00:00Z'],
    ['Asia/Kathmandu', '2030-01-09T12:15:00Z', '2030-01-09T13:15:00Z'],
    ['Australia/Lord_Howe', '2030-04-06T14:00:00Z', '2030-04-06T15:30:00Z'], // 01:00, at 02:00 back to 01:30
    ['Australia/Lord_Howe', '2030-10-05T15:30:00Z', '2030-10-05T16:00:00Z'], // 02:30, after a start at 02:00
    ['Africa/Monrovia', '1971-06-01T11:44:30Z', '1971-06-01T12:44:30Z'],
    ['Africa/Monrovia', '1972-01-07T00:44:30Z', '1972-01-07T01:00:00Z'], // from -00:44:30 to UTC
  ])('%s from %s to %s', (zone, start, end) => {
    const hour = hoursIn(zone);
    expect(hourOf(zone, start)).toBe(start);
    expect(endOfHour(hour, Temporal.Instant.from(start)).toString()).toBe(end);
    expect(hourOf(zone, Temporal.Instant.from(end).subtract({ microseconds: 1 }).toString())).toBe(start);
  });
});

describe('the hours of a span', () => {
  /** One after the other, each by the clock. */
  const stepThrough = (zone: string, from: Temporal.Instant, until: Temporal.Instant) => {
    const hour = hoursIn(zone);
    const starts: number[] = [];
    for (let at = hour(from); Temporal.Instant.compare(at, until) < 0; at = endOfHour(hour, at))
      starts.push(at.epochMilliseconds);
    return starts;
  };

  it.each([
    ...['UTC', 'Asia/Kathmandu', 'Australia/Lord_Howe', 'America/St_Johns', 'Europe/Berlin'].map((zone) => [
      ...[zone, '2030-02-27T10:20:30Z', '2030-12-02T00:00:00Z'],
    ]),
    ['Africa/Monrovia', '1971-12-30T12:00:00Z', '1972-01-09T00:00:00Z'], // -00:44:30, then UTC
    ['Pacific/Apia', '2011-12-28T00:00:00Z', '2012-01-02T00:00:00Z'], // without 30 December
    ['Europe/Berlin', '2030-10-27T00:00:00Z', '2030-10-27T00:00:00.000001Z'],
    ['Europe/Berlin', '2030-10-27T00:00:00Z', '2030-10-27T00:00:00Z'],
  ])('in %s from %s to %s', (zone = '', from = '', until = '') => {
    const span = { from: Temporal.Instant.from(from), until: Temporal.Instant.from(until) };
    expect(listHourStarts(zone, span)).toEqual(stepThrough(zone, span.from, span.until));
  });
});
