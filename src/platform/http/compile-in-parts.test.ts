import type { TSchema } from 'typebox';
import { describe, expect, it } from 'vitest';
import { areas } from '#app';
import { giantBodies } from '#test/giant-bodies.ts';
import { longestTurnMs } from '#test/longest-turn.ts';
import { worstBodies } from '#test/worst-bodies.ts';
import { compileBody } from './validation.ts';

/** The operations with the largest schemas. */
const largest = areas
  .flatMap(({ operations }) => operations)
  .flatMap(({ id, request }) => (request?.body ? [{ id, schema: request.body }] : []))
  .map((each) => ({ ...each, size: JSON.stringify(each.schema).length }))
  .toSorted((one, other) => other.size - one.size)
  .slice(0, 10);

describe('a schema that is compiled in parts', () => {
  it.each(largest)('holds the loop for less than 50 ms, and says the same: $id', async ({ schema }) => {
    const atOnce = compileBody(schema);
    let inParts = compileBody(schema);
    let min = Number.POSITIVE_INFINITY;
    for (let tries = 0; tries < 4 && min > 50; tries++) {
      const fresh = compileBody(schema);
      min = Math.min(min, await longestTurnMs(async () => fresh.prepare?.({ isLarge: false })));
      inParts = fresh;
    }
    expect(min).toBeLessThan(50);
    const bodies = [
      ...[{}, null, [], { unknown: 1 }].map((body) => JSON.stringify(body)),
      ...worstBodies({ schema, example: {}, maxBytes: 100_000 }).map(({ text }) => text),
      ...giantBodies(schema, {}).map(({ text }) => text),
    ];
    for (const text of bodies) {
      const [one, other] = [JSON.parse(text), JSON.parse(text)];
      expect(inParts(one)).toEqual(atOnce(other));
      expect(JSON.stringify(one) === JSON.stringify(other)).toBe(true);
    }
  });

  // Code that has run often compiles the largest in 40 ms, and a process that has just started in 100.
  it('lets others have their turn between the parts', async () => {
    let turns = 0;
    let isCompiled = false;
    const look = () => {
      turns++;
      if (!isCompiled) setImmediate(look);
    };
    setImmediate(look);
    await compileBody(largest[0]?.schema as TSchema).prepare?.({ isLarge: false });
    isCompiled = true;
    expect(turns).toBeGreaterThan(2);
  });
});
