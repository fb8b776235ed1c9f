import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { decimal } from '../decimal.ts';
import { GENERAL_LIMITS, LogicError, type LogicLimits, parseLogic } from './index.ts';
import { MAX_ARRAY_LENGTH, MAX_TEXT_LENGTH } from './limits.ts';
import { OPERATORS } from './operators/table.ts';
import { outcome } from './outcome.ts';
import { checkedList, isDecimal, isList, type LogicValue } from './values.ts';

/** No length limit, so that the other limits must hold alone. */
const LONG: LogicLimits = { ...GENERAL_LIMITS, maxLength: 1e7 };

describe('depth', () => {
  const deepObject = (depth: number) => {
    let logic: unknown = true;
    for (let level = 0; level < depth; level += 1) logic = { '!': [logic] };
    return logic;
  };
  const cyclic: { '!': unknown[] } = { '!': [] };
  cyclic['!'].push(cyclic);
  test.each<[name: string, source: unknown]>([
    ['20,000 operations in text', `${'{"!":['.repeat(20_000)}1${']}'.repeat(20_000)}`],
    ['20,000 lists in text', `${'['.repeat(20_000)}${']'.repeat(20_000)}`],
    ['200,000 open brackets', '['.repeat(200_000)],
    ['200,000 open braces', '{"!":'.repeat(200_000)],
    ['20,000 operations in an object', deepObject(20_000)],
    ['an object that holds itself', cyclic],
  ])('%s', (_name, source) => expect(outcome(source, {}, LONG)).toBe('!TOO_DEEP'));

  it('200,000 open brackets inside a text are only text', () =>
    expect(outcome(`{"!":"${'['.repeat(4000)}"}`, {}, LONG)).toBe('false'));

  it('an open quote with 1,000,000 escapes', () =>
    expect(outcome(`"${'\\"'.repeat(1_000_000)}`, {}, LONG)).toBe('!INVALID_JSON'));
});

describe('growth', () => {
  const repeat = (body: string, initial: string) => `{"reduce":[{"var":"list"},${body},${initial}]}`;
  const accumulator = '{"var":"accumulator"}';
  const data = {
    list: Array.from({ length: 1000 }, (_, index) => decimal(index)),
    tooMany: Array.from({ length: 1001 }, () => decimal(1)),
    text: 'x'.repeat(4096),
    tooLong: 'x'.repeat(4097),
    digits: '9'.repeat(512),
  };
  test.each([
    ['a text that doubles', repeat(`{"cat":[${accumulator},${accumulator}]}`, '"ab"'), '!STRING_TOO_LONG'],
    ['a list that doubles', repeat(`{"merge":[${accumulator},${accumulator}]}`, '[1]'), '!ARRAY_TOO_LONG'],
    ['a list that holds itself twice', repeat(`[${accumulator},${accumulator}]`, '1'), '!ARRAY_TOO_LONG'],
    ['a list that nests', repeat(`[${accumulator}]`, '1'), '!ARRAY_TOO_LONG'],
    [
      'a number that is squared',
      repeat(`{"*":[${accumulator},${accumulator}]}`, '9'),
      '!NUMBER_OUT_OF_RANGE',
    ],
    [
      'a fraction that is squared',
      repeat(`{"*":[${accumulator},${accumulator}]}`, '0.1'),
      '!NUMBER_OUT_OF_RANGE',
    ],
    [
      '512 digits to the fourth',
      '{"*":[{"var":"digits"},{"var":"digits"},{"var":"digits"}]}',
      '!NUMBER_OUT_OF_RANGE',
    ],
    [
      'a loop in a loop',
      '{"map":[{"var":"list"},{"map":[[1,2,3,4,5,6,7,8,9,10],{"+":[1,1]}]}]}',
      '!OUT_OF_GAS',
    ],
    ['a list of 1,001 elements', '{"map":[{"var":"tooMany"},1]}', '!ARRAY_TOO_LONG'],
    ['a text of 4,097 characters', '{"!":{"var":"tooLong"}}', '!STRING_TOO_LONG'],
    ['a text joined beyond the limit', '{"cat":[{"var":"text"},"x"]}', '!STRING_TOO_LONG'],
    ['a list joined beyond the limit', '{"cat":[[{"var":"text"},1]]}', '!STRING_TOO_LONG'],
    ['a name of 4,096 dots', `{"var":"${'.'.repeat(4096)}"}`, 'null'],
  ])('%s', (_name, logic, result) => expect(outcome(logic, data)).toBe(result));

  it('eight operations on each of 1,000 elements fit into the gas', () => {
    // per element: one step of the loop, reduce's +, *, if, > and four variables
    const body =
      '{"+":[{"var":"accumulator"},{"if":[{">":[{"var":"current"},9]},{"*":[{"var":"current"},2]},1]}]}';
    // 10 × 1 + 2 × (10 + … + 999) = 10 + 2 × 499455
    expect(outcome(repeat(body, '0'), data)).toBe('998920');
  });

  it('gas can be given', () => {
    const sum = parseLogic('{"+":[{"var":"a"},{"var":"b"}]}', GENERAL_LIMITS);
    expect(isDecimal(sum.evaluate({}, { gas: 3 }))).toBe(true);
    expect(() => sum.evaluate({}, { gas: 2 })).toThrow(expect.objectContaining({ code: 'OUT_OF_GAS' }));
  });

  it('the costliest loops end in tens of milliseconds, in two seconds on a busy machine', () => {
    const needle = `${'a'.repeat(1000)}b${'a'.repeat(1000)}`;
    const costly = [
      '{"map":[{"var":"list"},{"/":[1,{"/":[{"+":[{"var":""},1]},7]}]}]}',
      `{"map":[{"var":"list"},{"in":["${needle}","${'a'.repeat(4096)}"]}]}`,
      '{"map":[{"var":"list"},{"date.add":["2024-01-31","P1M"]}]}',
      repeat('{"merge":[{"var":"accumulator"},{"var":"current"}]}', '[]'),
      '{"map":[{"var":"lists"},{"max":{"var":""}}]}',
      '{"map":[{"var":"texts"},{"substr":[{"var":""},1]}]}',
    ];
    const inputs = {
      list: data.list,
      lists: Array.from({ length: 10 }, () => Array.from({ length: 98 }, () => '1.23456789')),
      texts: Array.from({ length: 999 }, () => data.text),
    };
    for (const logic of costly) {
      const start = performance.now();
      outcome(logic, inputs, LONG);
      expect(performance.now() - start).toBeLessThan(2000);
    }
  });
});

describe('anything ends with a value or a LogicError', () => {
  const names = fc.constantFrom(
    '',
    'a',
    'list',
    '__proto__',
    'constructor',
    'a.__proto__.x',
    'toString',
    'list.length',
  );
  const leaf = fc.oneof(
    names,
    fc.constantFrom<unknown>(
      null,
      true,
      false,
      [],
      'P1M',
      'P1D',
      'PT-9H',
      '2024-02-30',
      '2024-05-01',
      'DAYS',
      'MONTHS',
    ),
    fc.constantFrom<unknown>('1e400', '-0', '٣', '0x10', '1_000', '9'.repeat(600), '\u0000', '\ud800', '💥'),
    fc.integer(),
    fc.integer({ min: -(10 ** 12), max: 10 ** 12 }).map((units) => units / 100),
    fc.string(),
  );
  const { logic } = fc.letrec<{ logic: unknown }>((tie) => ({
    logic: fc.oneof(
      { maxDepth: 6, withCrossShrink: true },
      leaf,
      fc
        .tuple(fc.constantFrom(...OPERATORS.keys()), fc.array(tie('logic'), { maxLength: 4 }))
        .map(([name, args]) => ({ [name]: args.length === 1 ? args[0] : args })),
      fc.array(tie('logic'), { maxLength: 4 }),
    ),
  }));
  const data = {
    a: decimal('1.5'),
    list: [decimal(1), 'b', null, ['x', { a: true }], Temporal.Instant.fromEpochMilliseconds(0)],
    'a.b': 'flat',
  };

  it('random operations on hostile values', () => {
    let values = 0;
    fc.assert(
      fc.property(logic, (source) => {
        if (endsWell(source)) values += 1;
      }),
      { numRuns: 5000 },
    );
    // Otherwise the property would hold of an evaluator that refuses everything.
    expect(values).toBeGreaterThan(500);
  });

  it('random JSON and random text', () =>
    fc.assert(
      fc.property(fc.oneof(fc.json(), fc.string(), fc.jsonValue(), fc.anything()), (source) => {
        endsWell(source);
      }),
      { numRuns: 3000 },
    ));

  function endsWell(source: unknown): boolean {
    try {
      const parsed = parseLogic(source, GENERAL_LIMITS);
      expect(parseLogic(parsed.canonical, GENERAL_LIMITS).canonical).toBe(parsed.canonical);
      expectBounded(parsed.evaluate(data));
      return true;
    } catch (error) {
      if (!(error instanceof LogicError)) throw error;
      expect(error.message).toMatch(/^.{10,500}$/su);
      return false;
    }
  }

  function expectBounded(value: LogicValue): void {
    if (typeof value === 'string') expect(value.length).toBeLessThanOrEqual(MAX_TEXT_LENGTH);
    if (isDecimal(value)) expect(value.isFinite()).toBe(true);
    if (!isList(value)) return;
    expect(value.length).toBeLessThanOrEqual(MAX_ARRAY_LENGTH);
    checkedList(value).forEach(expectBounded);
  }
});
