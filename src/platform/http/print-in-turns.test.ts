import fc from 'fast-check';
import { type TSchema, Type } from 'typebox';
import { describe, expect, it } from 'vitest';
import { Decimal } from '#core/decimal.ts';
import { longestTurnMs } from '#test/longest-turn.ts';
import { LongText, printInTurns } from './print-in-turns.ts';
import { Closed, DateTime, ExactNumber, Nullable, TextMap } from './schemas.ts';
import { compileWriter } from './writer.ts';

const writerOf = (schema: TSchema | object) => compileWriter(schema, { prefix: 'acme' });
const Line = Closed({
  platformId: Type.String(),
  amount: ExactNumber(),
  at: Nullable(DateTime()),
  note: Type.Optional(Type.String()),
  tags: TextMap({ maxProperties: 1000, maxKey: 100, maxValue: 100_000 }),
});
const ApiResponse = Closed({ name: Type.String(), lines: Type.Array(Line), free: Type.Unknown() });
const line = (i: number) => ({
  ...{ platformId: `line-${i}`, amount: new Decimal(`0.${i + 1}`), at: null, secret: 'not declared' },
  tags: { a: 'ä'.repeat(200), b: '"' },
});

describe('a response printed in turns', () => {
  it.each([
    ['small', 3, 1],
    ['large', 5_000, 2],
  ])('is the text that it is at once: %s', async (_, count, fewest) => {
    const value = {
      name: 'x',
      lines: Array.from({ length: count }, (_, i) => line(i)),
      free: { b: [undefined, 1, { c: undefined }], a: undefined, at: new Date(0), n: JSON.rawJSON('1.50') },
    };
    const write = writerOf(ApiResponse);
    const printed = await printInTurns(write, value);
    expect(String(printed)).toBe(JSON.stringify(write(value)));
    expect(printed instanceof LongText ? printed.pieces.length : 1).toBeGreaterThanOrEqual(fewest);
  });

  it('whatever it is', async () => {
    const long = fc.string({ minLength: 0, maxLength: 40 }).map((text) => text.repeat(1000));
    const any = fc.jsonValue({ maxDepth: 4, stringUnit: 'grapheme' });
    const value = fc.dictionary(fc.string(), fc.oneof(any, long, fc.array(fc.oneof(any, long))));
    await fc.assert(
      fc.asyncProperty(value, async (each) => {
        const write = writerOf({ type: 'object', properties: { a: {} }, additionalProperties: {} });
        for (const writer of [writerOf(Type.Unknown()), write])
          expect(String(await printInTurns(writer, each))).toBe(JSON.stringify(writer(each)));
      }),
      { numRuns: 200 },
    );
  });

  it('holds the loop for no more than a piece', async () => {
    const value = { name: 'x', lines: Array.from({ length: 60_000 }, (_, i) => line(i)), free: null };
    const write = writerOf(ApiResponse);
    let min = Number.POSITIVE_INFINITY;
    for (let tries = 0; tries < 4 && min > 30; tries++)
      min = Math.min(min, await longestTurnMs(() => printInTurns(write, value)));
    expect(min).toBeLessThan(30);
  });
});
