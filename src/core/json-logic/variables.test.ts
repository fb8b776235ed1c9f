import { describe, expect, it, test } from 'vitest';
import { Decimal, decimal } from '../decimal.ts';
import { GENERAL_LIMITS, parseLogic } from './index.ts';
import { outcome, shown } from './outcome.ts';
import type { LogicContext } from './values.ts';

const DATA: LogicContext = {
  'usage.urc.um.a.b': decimal(5),
  usage: { 'urc.um.a.b': decimal(6), 'urc.um.c.d': decimal(7), urc: { um: { e: decimal(8) } } },
  attribute: { distance: '50', 'with.dot': '1', both: 'singular' },
  attributes: { plural: '2', both: 'plural' },
  dimension: new Map([['city', 'Oslo']]),
  list: ['a', 'b', { c: 'deep' }],
  nothing: null,
  word: 'abc',
  n: decimal('1.5'),
  at: Temporal.Instant.from('2024-05-01T00:00:00Z'),
  small: 3,
};

describe('var', () => {
  test.each([
    ['"n"', '1.5'],
    ['["n"]', '1.5'],
    ['"small"', '3'],
    ['"absent"', 'null'],
    ['["absent",7]', '7'],
    ['["absent",{"var":"n"}]', '1.5'],
    ['["nothing",7]', 'null'], // there, and null
    ['""', '{…}'],
    ['[]', '{…}'],
    ['null', '{…}'],
    ['{"cat":["wo","rd"]}', '"abc"'],
    // the whole name first, then the longest rest below the first name
    ['"usage.urc.um.a.b"', '5'],
    ['"usage.urc.um.c.d"', '7'],
    ['"usage.urc.um.e"', '8'],
    ['"usage.urc.um.e.f"', 'null'],
    // both spellings, the written one first
    ['"attribute.distance"', '"50"'],
    ['"attributes.distance"', '"50"'],
    ['"attribute.with.dot"', '"1"'],
    ['"attribute.plural"', '"2"'],
    ['"attribute.both"', '"singular"'],
    ['"attributes.both"', '"plural"'],
    ['"dimension.city"', '"Oslo"'],
    ['"dimensions.city"', '"Oslo"'],
    ['["dimensions.absent","x"]', '"x"'],
    // lists by position only
    ['"list"', '["a","b",{…}]'],
    ['"list.1"', '"b"'],
    ['"list.2.c"', '"deep"'],
    ['"list.3"', 'null'],
    ['"list.01"', 'null'],
    ['"list.length"', 'null'],
    // nothing of a prototype, of a text, of a number or of a date
    ['"__proto__"', 'null'],
    ['"constructor"', 'null'],
    ['"constructor.name"', 'null'],
    ['"attribute.__proto__"', 'null'],
    ['"attribute.toString"', 'null'],
    ['"dimension.size"', 'null'],
    ['"dimension.get"', 'null'],
    ['"word.0"', 'null'],
    ['"word.length"', 'null'],
    ['"n.d"', 'null'],
    ['"n.constructor"', 'null'],
    ['"at.epochMilliseconds"', 'null'],
    ['"."', 'null'],
    ['"n."', 'null'],
  ])('%s is %s', (path, value) => expect(outcome(`{"var":${path}}`, DATA)).toBe(value));

  it('reads flat keys of a map too', () =>
    expect(outcome('{"var":"attribute.x"}', new Map([['attributes.x', '9']]))).toBe('"9"'));

  it('finds an own member that has the name of a prototype', () =>
    expect(outcome('{"var":"__proto__.x"}', JSON.parse('{"__proto__":{"x":"own"}}'))).toBe('"own"'));

  it('passes a number and text by position: {"var": 1}', () =>
    expect(outcome('{"map":[[["a","b"]],{"var":1}]}')).toBe('["b"]'));

  it('rejects a decimal that is not a number', () =>
    expect(outcome('{"var":"x"}', { x: new Decimal(NaN) })).toBe('!NUMBER_OUT_OF_RANGE'));

  test.each([
    ['0.1 as a double', 0.1],
    ['a number without end', Infinity],
    ['an integer beyond exactness', 2 ** 53],
    ['a JavaScript date', new Date(0)],
    ['a function', () => 1],
  ])('refuses %s in the data', (_what, value) =>
    expect(outcome('{"var":"x"}', { x: value } as unknown as LogicContext)).toBe('!UNSUPPORTED_VALUE'),
  );
});

describe('missing and missing_some', () => {
  const data = { a: 'x', b: '', c: null, d: false, e: { f: decimal(0) } };
  test.each([
    ['{"missing":["a","z"]}', '["z"]'],
    ['{"missing":"z"}', '["z"]'],
    ['{"missing":["a","b","c","d","e.f"]}', '["b","c"]'],
    ['{"missing":{"merge":["a",["y","z"]]}}', '["y","z"]'],
    ['{"missing":[]}', '[]'],
    ['{"missing_some":[1,["a","z"]]}', '[]'],
    ['{"missing_some":[2,["a","y","z"]]}', '["y","z"]'],
    ['{"missing_some":[0,["y"]]}', '[]'],
    ['{"missing_some":[null,["y"]]}', '!NULL_OPERAND'],
    ['{"if":[{"missing":["z"]},"no","yes"]}', '"no"'],
  ])('%s gives %s', (logic, result) => expect(outcome(logic, data)).toBe(result));
});

describe('what is known without data', () => {
  test.each([
    ['{"+":[{"var":"b"},{"var":["a",{"var":"c"}]},{"var":"b"}]}', ['a', 'b', 'c'], false],
    ['{"var":{"cat":["usage.",{"var":"x"}]}}', ['x'], true],
    ['{"var":""}', [], true],
    // names inside a loop are members of the element
    ['{"map":[{"var":"list"},{"var":"inner"}]}', ['list'], false],
    ['{"reduce":[{"var":"list"},{"var":"accumulator"},{"var":"start"}]}', ['list', 'start'], false],
    ['1', [], false],
  ])('%s reads %j', (logic, variables, isComputed) => {
    const parsed = parseLogic(logic, GENERAL_LIMITS);
    expect(parsed.variables).toEqual(variables);
    expect(parsed.hasComputedVariables).toBe(isComputed);
  });
});

describe('onMissing', () => {
  it('gives the value of absent names of the context that have no default', () => {
    const requested: string[] = [];
    const logic =
      '[{"var":"absent"},{"var":["y",1]},{"var":"a"},{"map":[[1],{"var":"x"}]},{"missing":["z"]}]';
    const result = parseLogic(logic, GENERAL_LIMITS).evaluate(
      { a: null },
      {
        onMissing(name) {
          requested.push(name);
          return decimal(0);
        },
      },
    );
    expect(shown(result)).toBe('[0,1,null,[null],["z"]]');
    expect(requested).toEqual(['absent']);
  });
});
