import { Type } from 'typebox';
import { describe, expect, it } from 'vitest';
import { longestTurnMs } from '#test/longest-turn.ts';
import { keepNumberSource } from './exact-json.ts';
import { Closed, ExactNumber, List, Text } from './schemas.ts';
import { compileLongBody } from './validate-in-turns.ts';
import { compileBody } from './validation.ts';

const wire = { prefix: 'acme' };
const Card = Closed({
  platformId: Text(1, 10),
  rate: ExactNumber(),
  tags: List(Text(0, 5), { maxItems: 2 }),
});
const Plan = Closed({ name: Text(1, 10), cards: Type.Optional(List(Card, { maxItems: 100_000 })) });
const Body = Closed({
  document: Closed({ plans: List(Plan, { maxItems: 2 }) }),
  dryRun: Type.Optional(Type.Boolean()),
});

const card = (more: object = {}) => ({ acmeId: 'a', rate: 1.5, tags: [], ...more });
const bodyWith = (cards: unknown, more: object = {}) => ({
  document: { plans: [{ name: 'p' }, { name: 'q', cards }] },
  ...more,
});
const sent = (body: unknown) => JSON.parse(JSON.stringify(body), keepNumberSource);

describe('a long body', () => {
  it.each([
    ['nothing', bodyWith([card(), card()])],
    ['a member of an item', bodyWith([card(), card({ rate: 'x' })])],
    ['an unknown member of an item', bodyWith([card({ acmeID: 'x' })])],
    ['the name as the code knows it', bodyWith([{ ...card(), platformId: 'a' }])],
    ['a missing member of an item', bodyWith([{ rate: 1 }])],
    ['an item that is no object', bodyWith([card(), 7])],
    ['a list that is none', bodyWith({})],
    ['too many items', { document: { plans: [{ name: 'a' }, { name: 'b' }, { name: 'c' }] } }],
    ['too many texts in an item', bodyWith([card({ tags: ['1', '2', '3'] })])],
    ['a member beside the lists', bodyWith([card()], { dryRun: 'x' })],
    ['no list', { document: {} }],
    ['no body', null],
  ])('has the problems that it has in one piece: %s', async (_, body) => {
    const [inTurns, atOnce] = [sent(body), sent(body)];
    const problems = await compileLongBody(Body, wire)(inTurns);
    expect(problems).toEqual(compileBody(Body, wire)(atOnce, { isLarge: true }));
    if (problems.length === 0) expect(inTurns).toEqual(atOnce);
  });

  it('is checked with turns for others', async () => {
    const check = compileLongBody(Body, wire);
    let min = Number.POSITIVE_INFINITY;
    for (let tries = 0; tries < 4 && min > 30; tries++) {
      const body = sent(bodyWith(Array.from({ length: 50_000 }, () => card({ tags: ['a', 'b'] }))));
      min = Math.min(min, await longestTurnMs(() => check(body)));
    }
    expect(min).toBeLessThan(30);
  });
});
