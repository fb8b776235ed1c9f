import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CycleInterval, resolveOffsets } from '#core/period-config.ts';
import { startOfDay } from '#core/period-zone.ts';
import { cycleOf, nextCycleOf, type ScheduleCycle } from './cycles.ts';

interface Sketch {
  from: string;
  until?: string;
  interval?: CycleInterval;
  dayOffset?: string;
  monthOffset?: string;
  gracePeriod?: number;
  timeZone?: string;
  chainStart?: string;
}

function schedule(sketch: Sketch) {
  const { interval = 'MONTHLY', dayOffset = '1', monthOffset, gracePeriod = 0, timeZone = 'UTC' } = sketch;
  const startDate = Temporal.PlainDate.from(sketch.from);
  const endDate = sketch.until ? Temporal.PlainDate.from(sketch.until) : null;
  const startOffset = { dayOffset, monthOffset: monthOffset ?? 'NIL' };
  const cycleConfig = { interval, gracePeriod, startOffset };
  return {
    startDate,
    endDate,
    startAt: startOfDay(startDate, timeZone),
    endAt: endDate && startOfDay(endDate, timeZone),
    timeZone,
    cycleConfig,
    resolvedCycle: resolveOffsets(cycleConfig, startDate),
    chainStartDate: sketch.chainStart ? Temporal.PlainDate.from(sketch.chainStart) : startDate,
  };
}

const at = (text: string) => Temporal.Instant.from(text);
const line = (cycle: ScheduleCycle | null) => {
  if (!cycle) return null;
  const { ordinal, start, end, billedDays, nominalDays, dueAt } = cycle;
  return `#${ordinal} ${start} to ${end} (${billedDays}/${nominalDays}) due ${dueAt}`;
};

describe('cycleOf', () => {
  it('vector V23: a stub, its grace, and the cycle after it', () => {
    const quarterly = schedule({
      from: '2023-01-15',
      interval: 'QUARTERLY',
      dayOffset: '3',
      monthOffset: '2',
      gracePeriod: 2,
    });
    // 15 January to 2 February of the cycle 3 November to 2 February
    const stub = cycleOf(quarterly, at('2023-01-20T12:00:00Z'));
    expect(line(stub)).toBe('#0 2023-01-15 to 2023-02-03 (19/92) due 2023-02-05T00:00:00Z');
    expect(`${stub?.nominalStart} ${stub?.nominalEnd}`).toBe('2022-11-03 2023-02-03');
    expect(line(nextCycleOf(quarterly, stub as ScheduleCycle))).toBe(
      '#1 2023-02-03 to 2023-05-03 (89/89) due 2023-05-05T00:00:00Z',
    );
  });

  const ended = schedule({
    from: '2030-01-15',
    until: '2030-03-10',
    gracePeriod: 3,
    chainStart: '2029-12-20',
  });
  it.each([
    //  instant                     cycle
    ['2030-01-14T23:59:59.999999Z', null],
    ['2030-01-15T00:00:00Z', '#1 2030-01-15 to 2030-02-01 (17/31) due 2030-02-04T00:00:00Z'],
    ['2030-01-31T23:59:59.999999Z', '#1 2030-01-15 to 2030-02-01 (17/31) due 2030-02-04T00:00:00Z'],
    ['2030-02-01T00:00:00Z', '#2 2030-02-01 to 2030-03-01 (28/28) due 2030-03-04T00:00:00Z'],
    ['2030-03-09T23:59:59.999999Z', '#3 2030-03-01 to 2030-03-10 (9/31) due 2030-03-13T00:00:00Z'],
    ['2030-03-10T00:00:00Z', null],
  ])('%s is in %s', (instant, expected) => {
    expect(line(cycleOf(ended, at(instant)))).toBe(expected);
    expect(line(cycleOf({ ...ended }, at(instant)))).toBe(expected); // a row that was just read
  });

  it('ends with the schedule', () => {
    const last = cycleOf(ended, at('2030-03-05T00:00:00Z')) as ScheduleCycle;
    expect(nextCycleOf(ended, last)).toBeNull();
  });

  it('has the borders of the local days, also where the clock changes', () => {
    const berlin = schedule({ from: '2030-03-01', timeZone: 'Europe/Berlin' });
    const march = cycleOf(berlin, at('2030-03-15T00:00:00Z'));
    // 31 days and 743 hours
    expect(`${march?.startAt} ${march?.endAt} ${march?.billedDays}`).toBe(
      '2030-02-28T23:00:00Z 2030-03-31T22:00:00Z 31',
    );
  });

  it('is the same for every schedule with the same cycles, whoever asked first', () => {
    const one = schedule({ from: '2030-01-01' });
    const other = schedule({ from: '2030-02-10' });
    expect(cycleOf(one, at('2030-02-20T00:00:00Z'))?.billedDays).toBe(28);
    expect(cycleOf(other, at('2030-02-20T00:00:00Z'))?.billedDays).toBe(19); // 10 to 28 February
  });

  it('ends where forever begins', () => {
    const open = schedule({ from: '9998-12-15' });
    const last = cycleOf(open, at('9998-12-20T00:00:00Z')) as ScheduleCycle;
    expect(last.endAt.toString()).toBe('9999-01-01T00:00:00Z');
    expect(nextCycleOf(open, last)).toBeNull();
  });
});

const ZONES = [
  'UTC',
  'Europe/Berlin',
  'America/Sao_Paulo',
  'Asia/Kathmandu',
  'Pacific/Apia',
  'Australia/Lord_Howe',
];
const someDay = fc
  .integer({ min: 0, max: 7000 })
  .map((days) => Temporal.PlainDate.from('2005-01-01').add({ days }));

it('cycles tile the schedule without gap or overlap, in every zone', () => {
  fc.assert(
    fc.property(
      someDay,
      fc.integer({ min: 1, max: 900 }),
      fc.constantFrom<CycleInterval>('WEEKLY', 'MONTHLY', 'QUARTERLY', 'HALF_YEARLY', 'ANNUALLY'),
      fc.constantFrom('1', '5', '7', 'LAST'),
      fc.constantFrom(...ZONES),
      (start, length, interval, dayOffset, timeZone) => {
        const sketch = { from: start.toString(), until: start.add({ days: length }).toString() };
        const made = schedule({ ...sketch, interval, dayOffset, timeZone });
        let cycle = cycleOf(made, made.startAt);
        let [expected, days, ordinal] = [made.startAt, 0, 0];
        while (cycle) {
          expect(cycle.startAt.equals(expected)).toBe(true);
          expect(cycle.ordinal).toBe(ordinal++);
          expect(cycleOf(made, cycle.endAt.subtract({ microseconds: 1 }))).toEqual(cycle);
          days += cycle.billedDays;
          expected = cycle.endAt;
          cycle = nextCycleOf(made, cycle);
        }
        expect(expected.equals(made.endAt as Temporal.Instant)).toBe(true);
        expect(days).toBe(length);
      },
    ),
    { numRuns: 60 },
  );
});
