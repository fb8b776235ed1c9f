import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { canonicalJson } from './canonical-json.ts';
import { decimal } from './decimal.ts';

test.each<[value: unknown, text: string]>([
  [null, 'null'],
  [true, 'true'],
  [-0, '0'],
  [1e21, '1e+21'],
  ['é"\n', '"é\\"\\n"'],
  [[], '[]'],
  [[3, 'a', [null]], '[3,"a",[null]]'],
  [{}, '{}'],
  [{ b: 1, a: { d: 2, c: [] } }, '{"a":{"c":[],"d":2},"b":1}'],
  [{ 10: 'x', 9: 'y', a: 'z' }, '{"10":"x","9":"y","a":"z"}'], // as text, not as array index
  [{ b: undefined, a: 1 }, '{"a":1}'],
  // U+FB33 sorts after the surrogates of U+1F602: by code units, as RFC 8785 wants.
  [{ '\uFB33': 1, '\u{1F602}': 2 }, '{"\u{1F602}":2,"\uFB33":1}'],
  [Object.assign(Object.create(null), { a: 1 }), '{"a":1}'],
  [JSON.parse('{"__proto__": 1}'), '{"__proto__":1}'],
])('%j', (value, text) => expect(canonicalJson(value)).toBe(text));

describe('rejects what JSON would lose', () => {
  const hole: unknown[] = [];
  hole.length = 1;
  test.each<[title: string, value: unknown]>([
    ['undefined', undefined],
    ['NaN', Number.NaN],
    ['Infinity', [Infinity]],
    ['a function', { f: () => 1 }],
    ['a bigint', 1n],
    ['a decimal', { amount: decimal(1) }],
    ['a date', new Date(0)],
    ['a map', new Map()],
    ['undefined in a list', [undefined]],
    ['a hole in a list', hole],
  ])('%s', (_title, value) => expect(() => canonicalJson(value)).toThrow(TypeError));
});

it('is valid JSON of the same value, and the same text after a round trip', () =>
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const text = canonicalJson(value);
      expect(canonicalJson(JSON.parse(text))).toBe(text);
      expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
    }),
  ));
