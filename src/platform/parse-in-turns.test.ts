import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { longestTurnMs } from '#test/longest-turn.ts';
import { parseInTurns } from './parse-in-turns.ts';

const LONG = 'x'.repeat(40_000);
const parsed = (text: string) => parseInTurns(text).then(JSON.stringify, (error) => error.constructor);
const atOnce = (text: string) => {
  try {
    return JSON.stringify(JSON.parse(text));
  } catch (error) {
    return (error as Error).constructor;
  }
};

describe('a long text is read in turns as it is at once:', () => {
  it('whatever it holds', async () => {
    const value = fc.jsonValue({ maxDepth: 5, stringUnit: 'binary' });
    const spaces = fc.constantFrom(0, 1, '\t');
    await fc.assert(
      fc.asyncProperty(value, value, spaces, async (one, other, space) => {
        const text = JSON.stringify(
          { '': [one, LONG, { a: other, b: [LONG, other, []] }, one] },
          null,
          space,
        );
        expect(await parsed(text)).toBe(atOnce(text));
      }),
      { numRuns: 30 },
    );
  });

  it.each([
    ['nothing in it', `{"a":"${LONG}","b":{},"c":[]}`],
    ['spaces everywhere', `\n { "a" : [ "${LONG}" , 1 ] , "b" : -1.5e3 } \t`],
    ['quotes and backslashes', JSON.stringify([`\\"\\\\"${LONG}\\`, '\\\\', '"', LONG])],
    ['a name that is given twice', `{"a":1,"b":"${LONG}","a":{"c":2}}`],
    ['the name of the prototype', `{"a":"${LONG}","__proto__":{"b":1}}`],
    ['a long text alone', JSON.stringify(LONG)],
    ['a text without its end', `["${LONG}`],
    ['a text with a line break', `["${LONG}\n"]`],
    ['no end', `{"a":["${LONG}"`],
    ['another end', `["${LONG}"}`],
    ['two values', `["${LONG}"] 1`],
    ['a comma too many', `["${LONG}",]`],
    ['no comma', `["${LONG}" 1]`],
    ['a name that is none', `{"a":"${LONG}",b:1}`],
    ['a word that is none', `["${LONG}",undefined]`],
    ['another space', `["${LONG}",\u00a01]`],
    ['nothing for a value', `["${LONG}",,1]`],
    ['spaces alone', ' '.repeat(40_000)],
  ])('%s', async (_, text) => {
    expect(await parsed(text)).toEqual(atOnce(text));
  });

  it('with a parser that looks at sources, and a look at each member', async () => {
    const source = (_: string, value: unknown, context?: { source?: string }) =>
      typeof value === 'number' ? `${context?.source}!` : value;
    const text = `{"a":1.50,"b":["${LONG}",2.0,[3e1]]}`;
    const names: string[] = [];
    const parser = {
      parse: (part: string) => JSON.parse(part, source),
      check: (name: string) => names.push(name),
    };
    expect(await parseInTurns(text, parser)).toEqual(JSON.parse(text, source));
    expect(names).toEqual(['a', 'b']);
  });

  it('and the loop is held for no more than a piece', async () => {
    const line = { id: 'line', description: 'Calls', value: '0.10', lineItems: [{ quantity: 1 }] };
    const text = JSON.stringify({ lines: Array(80_000).fill(line) });
    let min = Number.POSITIVE_INFINITY;
    for (let tries = 0; tries < 4 && min > 30; tries++)
      min = Math.min(min, await longestTurnMs(() => parseInTurns(text)));
    expect(min).toBeLessThan(30);
  });
});
