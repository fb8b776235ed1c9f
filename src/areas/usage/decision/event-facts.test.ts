import { describe, expect, it } from 'vitest';
import { at, JANUARY } from '#test/event-facts.ts';
import { factsOf, type Received, referenceOf, type World } from '#test/event-worlds.ts';
import { type EventFacts, FACTS, type FactTable, findSpan } from './event-facts.ts';
import { spanOfCycle, spanOfReference } from './spans.ts';

const given: World = {
  ...{ schema: 'plain', meters: ['size'], rare: 'none', isAlias: false, policy: 'REJECT' },
};
const sent = {
  receivedAt: at('2030-01-10T00:00:00Z'),
  event: { timestamp: at('2030-01-09T00:00:00Z'), accountId: 'one' },
} as Received;
const facts = factsOf(given, sent);
const reference = referenceOf(given);
const CYCLE = {
  fromMs: Date.UTC(2030, 0, 1),
  untilMs: Date.UTC(2030, 1, 1),
};

describe('the facts of an event', () => {
  it('are those of the next one within the cycle', () => {
    expect(findSpan(facts, reference)).toEqual(CYCLE);
  });

  // Every fact that a plan does not know, as an event has it that needs all steps.
  const unusual: Partial<EventFacts>[] = [
    { dependencies: new Map([['setting.USER.scale', { value: '1' }]]) },
    { wallet: { accountId: 'a1', featureId: 'f1', entries: [] } },
    { isEntitled: true },
    { late: 'ADJUST' },
    { namedMeterId: 'um.1' },
    { licenses: new Map() },
    { period: null },
    { match: null },
  ];
  it.each(unusual.map((each) => [Object.keys(each).join(), each] as const))(
    'may differ with %s',
    (_, more) => {
      expect(findSpan({ ...facts, ...more }, reference)).toBeNull();
    },
  );

  it('are all declared', () => {
    const { late: _, ...incomplete } = FACTS;
    // @ts-expect-error a fact that is not declared
    const table: FactTable = incomplete;
    expect(Object.keys(table)).toHaveLength(Object.keys(FACTS).length - 1);
    const never = Object.entries(FACTS).filter(([, { caching }]) => caching === 'NEVER');
    const tested = unusual.flatMap((each) => Object.keys(each));
    expect(never.map(([name]) => name).filter((name) => !tested.includes(name))).toEqual([]);
  });
});

describe('an alias means an account in whole milliseconds of its range', () => {
  const match = facts.match as NonNullable<EventFacts['match']>;
  const span = (from: string | null, until: string | null) => {
    const range = { match, from: from === null ? null : at(from), until: until === null ? null : at(until) };
    return spanOfReference({ exact: null, aliases: [range] }, match);
  };
  const noon = Date.UTC(2030, 0, 3, 12);
  it.each([
    ['2030-01-03T12:00:00Z', '2030-01-03T12:00:01Z', noon, noon + 1000],
    ['2030-01-03T12:00:00.000001Z', '2030-01-03T12:00:01.000001Z', noon + 1, noon + 1000],
    [null, '2030-01-03T12:00:00Z', Number.NEGATIVE_INFINITY, noon],
    ['2030-01-03T12:00:00Z', null, noon, Number.POSITIVE_INFINITY],
  ] as const)('%s to %s', (from, until, fromMs, untilMs) => {
    expect(span(from, until)).toEqual({ fromMs, untilMs });
  });

  it('and no other, and never if the reference is the id of another account', () => {
    expect(spanOfReference({ exact: null, aliases: [] }, match)).toBeNull();
    expect(spanOfReference({ exact: { ...match }, aliases: [] }, match)).toBeNull();
    expect(spanOfReference({ exact: match, aliases: [] }, match)?.fromMs).toBe(Number.NEGATIVE_INFINITY);
  });
});

it('a cycle takes the events of its days', () => {
  expect(spanOfCycle(JANUARY.cycle)).toEqual(CYCLE);
});
