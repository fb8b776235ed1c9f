import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isActiveIn, type NameMark, type NameSpan, replayMarks } from './named-entries.ts';

const day = (n: number) => Temporal.Instant.from('2030-01-01T00:00:00Z').add({ hours: 24 * (n - 1) });
const dayOf = (at: Temporal.Instant) => String(at.since(day(1)).total('hours') / 24 + 1);
const textOf = ({ from, until }: NameSpan) => `${dayOf(from)}-${until ? dayOf(until) : ''}`;
const toMark = (text: string): NameMark => ({
  at: day(Number(text.slice(1))),
  action: text.startsWith('+') ? 'OPEN' : 'CLOSE',
});

describe('marks of a name', () => {
  // +3 opens on day 3, -3 closes.
  it.each([
    ['+1', '1-'],
    ['+1 -5', '1-5'],
    ['-5', ''], // nothing to close
    ['+1 +3', '1-'], // open already
    ['+1 -5 -6', '1-5'],
    ['+1 -5 +7', '1-5 7-'],
    ['+1 -5 -3', '1-3'], // the earlier end
    ['+1 +4 -6 -3', '1-3 4-6'], // an end that came late leaves the second beginning
    ['+5 -5', '5-5'], // counts for its instant
    ['-5 +5', '5-5'],
    ['+1 -5 +5', '1-5 5-'], // ended and begun again
    ['+1 +5 -5', '1-5 5-'],
    ['+1 -5 +5 -9', '1-5 5-9'],
  ])('%s give %s', (marks, spans) => {
    expect(replayMarks(marks.split(' ').map(toMark)).map(textOf).join(' ')).toBe(spans);
  });
});

describe('whatever the marks', () => {
  const mark = fc.record({
    at: fc.integer({ min: 1, max: 9 }).map(day),
    action: fc.constantFrom('OPEN' as const, 'CLOSE' as const),
  });
  const marks = fc.array(mark, { maxLength: 12 });

  it('a name is active as the last mark says that another of its instant does not contradict', () => {
    fc.assert(
      fc.property(marks, (all) => {
        const spans = replayMarks(all);
        for (let n = 1; n <= 9; n++) {
          const plain = all.filter(
            (one) => !all.some((other) => other.at.equals(one.at) && other.action !== one.action),
          );
          const past = plain.filter(({ at }) => Temporal.Instant.compare(at, day(n)) <= 0);
          const last = past.toSorted((a, b) => Temporal.Instant.compare(a.at, b.at)).at(-1);
          const noon = day(n).add({ hours: 12 });
          expect(spans.some((span) => isActiveIn(span, noon, noon.add({ hours: 1 })))).toBe(
            last?.action === 'OPEN',
          );
        }
      }),
    );
  });

  it('their order and their repetition change nothing', () => {
    const shuffled = marks.chain((all) =>
      fc.tuple(fc.constant(all), fc.shuffledSubarray([...all, ...all], { minLength: 2 * all.length })),
    );
    fc.assert(
      fc.property(shuffled, ([all, again]) => {
        expect(replayMarks(again).map(textOf)).toEqual(replayMarks(all).map(textOf));
      }),
    );
  });

  it('they can be replayed from any instant, with what is open then', () => {
    fc.assert(
      fc.property(marks, fc.integer({ min: 1, max: 9 }), (all, n) => {
        const isBefore = (at: Temporal.Instant) => Temporal.Instant.compare(at, day(n)) < 0;
        const whole = replayMarks(all);
        const ended = whole.filter(({ until }) => until !== null && isBefore(until));
        const open = whole.find((span) => isBefore(span.from) && !ended.includes(span)) ?? null;
        const rest = replayMarks(
          all.filter(({ at }) => !isBefore(at)),
          open,
        );
        expect([...ended, ...rest].map(textOf)).toEqual(whole.map(textOf));
      }),
    );
  });
});

describe('a name counts in the days from 3 to 5', () => {
  it.each([
    ['1-3', false], // ended when the window begins
    ['1-4', true],
    ['1-', true],
    ['5-', false], // begins when it ends
    ['4-', true],
    ['3-3', true], // for the instant at which it begins
    ['4-4', true],
    ['5-5', false],
    ['2-2', false],
  ])('%s: %s', (text, isActive) => {
    const [from, until] = text.split('-');
    const span = { from: day(Number(from)), until: until ? day(Number(until)) : null };
    expect(isActiveIn(span, day(3), day(5))).toBe(isActive);
  });
});
