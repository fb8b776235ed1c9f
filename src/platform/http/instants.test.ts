import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { instantText, parseInstant, parsePlainDate } from './instants.ts';

describe('an instant is read', () => {
  it('on any day, with any time', () => {
    const day = fc.date({
      min: new Date('1000-01-01T00:00:00Z'),
      max: new Date('9999-12-31T23:59:59.999Z'),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(day, (date) => {
        const text = date.toISOString();
        expect(parseInstant(text)).toEqual(Temporal.Instant.from(text));
        expect((parseInstant(text) as Temporal.Instant).epochMilliseconds).toBe(date.getTime());
      }),
    );
  });

  it.each([
    // as sent                                as understood
    ['2026-01-31T00:00:00Z', '2026-01-31T00:00:00Z'],
    ['2026-01-31T00:00:00', '2026-01-31T00:00:00Z'], // without offset it is UTC
    ['2026-01-31T00:00', '2026-01-31T00:00:00Z'],
    ['2026-01-31t00:00:00z', '2026-01-31T00:00:00Z'],
    ['2026-01-31 00:00:00', '2026-01-31T00:00:00Z'],
    ['2026-01-31T00:00:00+05:30', '2026-01-30T18:30:00Z'],
    ['2026-01-31T00:00:00+0530', '2026-01-30T18:30:00Z'],
    ['2026-01-31T00:00:00-08', '2026-01-31T08:00:00Z'],
    ['2026-01-31T00:00:00-00:00', '2026-01-31T00:00:00Z'],
    ['2026-01-31T00:00:00.5Z', '2026-01-31T00:00:00.5Z'],
    ['2026-01-31T00:00:00,25Z', '2026-01-31T00:00:00.25Z'],
    ['2026-01-31T00:00:00.123456789Z', '2026-01-31T00:00:00.123456Z'], // what the database can hold
    ['2028-02-29T23:59:59Z', '2028-02-29T23:59:59Z'],
    ['0001-01-01T00:00:00Z', '0001-01-01T00:00:00Z'],
    ['9999-12-31T23:59:59.999999Z', '9999-12-31T23:59:59.999999Z'],
  ])('%s is %s', (sent, understood) => {
    expect(String(parseInstant(sent))).toBe(understood);
  });

  it.each([
    '2026-01-31',
    '2026-01-31T24:00:00Z',
    '2026-01-31T23:59:60Z',
    '2026-01-31T23:60:00Z',
    '2026-02-30T00:00:00Z',
    '2027-02-29T00:00:00Z',
    '2026-13-01T00:00:00Z',
    '2026-00-01T00:00:00Z',
    '2026-01-31T00:00:00+24:00',
    '2026-01-31T00:00:00+05:3',
    '2026-01-31T00:00:00 +05:30',
    '2026-01-31T00:00:00.Z',
    '2026-01-31T00:00:00.1234567890Z',
    '2026-01-31T00:00:00[Europe/Berlin]',
    '20260131T000000Z',
    '2026-W05-6',
    '+002026-01-31T00:00:00Z',
    '0000-01-01T00:00:00Z', // the database's calendar has no year 0
    '0001-01-01T00:00:00+01:00',
    '9999-12-31T23:59:59-01:00',
    ' 2026-01-31T00:00:00Z',
    '2026-01-31T00:00:00Z\n',
    '1769817600',
    'now',
    '',
  ])('%j is refused', (sent) => {
    expect(parseInstant(sent)).toEqual({
      error: 'must be an ISO 8601 date-time such as 2026-01-31T00:00:00Z',
    });
  });
});

describe('a calendar date', () => {
  it.each(['2026-01-31', '2028-02-29', '0001-01-01', '9999-12-31'])('%s is read', (sent) => {
    expect(String(parsePlainDate(sent))).toBe(sent);
  });
  it.each(['2026-02-30', '2027-02-29', '2026-1-1', '0000-01-01', '2026-01-31T00:00:00Z', '20260131', ''])(
    '%j is refused',
    (sent) => {
      expect(parsePlainDate(sent)).toEqual({ error: 'must be a calendar date YYYY-MM-DD' });
    },
  );
});

describe('an instant is printed in UTC with milliseconds', () => {
  it.each([
    ['2026-01-31T00:00:00Z', '2026-01-31T00:00:00.000Z'],
    ['2026-01-31T23:59:59.999999Z', '2026-01-31T23:59:59.999Z'],
    ['1969-12-31T23:59:59.999Z', '1969-12-31T23:59:59.999Z'],
    ['0001-01-01T00:00:00Z', '0001-01-01T00:00:00.000Z'],
    ['9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999Z'],
    ['2026-01-30T18:30:05.005Z', '2026-01-30T18:30:05.005Z'],
  ])('%s as %s', (instant, printed) => {
    expect(instantText(Temporal.Instant.from(instant))).toBe(printed);
  });

  it('like Temporal does, for any instant', () => {
    for (let i = 0; i < 2000; i++) {
      const ms =
        -62_135_596_800_000 + Math.floor((i * 315_537_897_600_000) / 2000) + ((i * 7919) % 86_400_000);
      const instant = Temporal.Instant.fromEpochMilliseconds(ms);
      expect(instantText(instant)).toBe(instant.toString({ smallestUnit: 'millisecond' }));
    }
  });
});
