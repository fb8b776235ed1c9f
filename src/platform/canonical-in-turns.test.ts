import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalJson } from '#core/canonical-json.ts';
import { longestTurnMs } from '#test/longest-turn.ts';
import { canonicalInTurns } from './canonical-in-turns.ts';

const LONG = 'x'.repeat(40_000);

describe('canonical text made in turns', () => {
  it('is the text that is made at once, whatever it says', async () => {
    const value = fc.jsonValue({ maxDepth: 4, stringUnit: 'binary' });
    await fc.assert(
      fc.asyncProperty(value, fc.string(), async (each, name) => {
        const long = { b: [LONG, each, { [name]: each, long: LONG, a: undefined }], a: each, [LONG]: [] };
        expect(await canonicalInTurns(long)).toBe(canonicalJson(long));
      }),
      { numRuns: 50 },
    );
  });

  it.each([
    ['an instance', { long: LONG, at: new Date() }],
    ['a number that is none', { long: LONG, n: Number.NaN }],
  ])('is refused for %s', async (_, value) => {
    await expect(canonicalInTurns(value)).rejects.toThrow(TypeError);
  });

  it('holds the loop for no more than a piece', async () => {
    const line = { id: 'line', type: 'FIXED_FEE', value: '0.10', lineItems: [{ quantity: '1' }] };
    const value = { lines: Array(60_000).fill(line) };
    let min = Number.POSITIVE_INFINITY;
    for (let tries = 0; tries < 4 && min > 30; tries++)
      min = Math.min(min, await longestTurnMs(() => canonicalInTurns(value)));
    expect(min).toBeLessThan(30);
  });
});
