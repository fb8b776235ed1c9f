import { describe, expect, it, test } from 'vitest';
import { decimal } from '../decimal.ts';
import {
  CHARGE_LIMITS,
  COMPUTATION_LIMITS,
  GENERAL_LIMITS,
  LogicError,
  type LogicLimits,
  MATCHER_LIMITS,
  parseLogic,
} from './index.ts';
import { outcome } from './outcome.ts';

describe('canonical text', () => {
  test.each([
    [' { "+" : [ 1.50 , 1e2, -0, "a\\u0062" ] } ', '{"+":[1.5,100,0,"ab"]}'],
    ['{"var": "a"}', '{"var":"a"}'],
    ['{"var": ["a"]}', '{"var":["a"]}'],
    ['1', '1'],
    ['"1"', '"1"'],
    ['123456789012345678901234567890.12345678', '123456789012345678901234567890.12345678'],
    ['[true, null, []]', '[true,null,[]]'],
    ['{"missing": []}', '{"missing":[]}'],
  ])('%s becomes %s', (text, canonical) => {
    const parsed = parseLogic(text, GENERAL_LIMITS);
    expect(parsed.canonical).toBe(canonical);
    expect(parseLogic(parsed.canonical, GENERAL_LIMITS).canonical).toBe(canonical);
  });

  it('is the same for an object as for its text', () => {
    const object = { '*': [{ var: 'attribute.distance' }, 0.4, decimal('1.50')] };
    const text = '{"*":[{"var":"attribute.distance"},0.4,1.5]}';
    expect(parseLogic(object, GENERAL_LIMITS).canonical).toBe(text);
    // 50 × 0.4 × 1.5 = 30
    expect(outcome(object, { 'attribute.distance': '50' })).toBe('30');
  });
});

describe('numbers keep every digit of their source text', () => {
  test.each([
    ['{"+":[0.1,0.2]}', '0.3'],
    ['{"+":[1.005]}', '1.005'],
    ['{"+":[99999999999999999999.999999999999999999]}', '99999999999999999999.999999999999999999'],
    ['{"+":[1e999]}', '!INVALID_NUMBER'],
    ['{"+":[1e99999999999]}', '!INVALID_NUMBER'],
    ['{"+":[1e-19]}', '!INVALID_NUMBER'],
    ['{"+":[123456789012345678901234567890123456789]}', '!INVALID_NUMBER'], // 39 digits
  ])('%s gives %s', (text, result) => expect(outcome(text)).toBe(result));

  it('rejects a double that may have lost digits', () => {
    expect(outcome({ '+': [0.1 + 0.2] })).toBe('!INVALID_NUMBER'); // 0.30000000000000004
    expect(outcome({ '+': [0.3] })).toBe('0.3');
    expect(outcome({ '+': [NaN] })).toBe('!INVALID_NUMBER');
    expect(outcome({ '+': [Infinity] })).toBe('!INVALID_NUMBER');
    expect(outcome({ '+': [decimal('1').div(0)] })).toBe('!INVALID_NUMBER');
  });
});

describe('what is rejected when logic is saved', () => {
  test.each<[source: unknown, code: string]>([
    ['', '!INVALID_JSON'],
    ['{', '!INVALID_JSON'],
    ['{"+":[1,2]', '!INVALID_JSON'],
    ['{"+":[1,2]} x', '!INVALID_JSON'],
    ["{'+':[1,2]}", '!INVALID_JSON'],
    ['{"+":[01]}', '!INVALID_JSON'],
    ['{"+":[NaN]}', '!INVALID_JSON'],
    ['\ufeff1', '!INVALID_JSON'],
    ['"unterminated', '!INVALID_JSON'],
    [']]]', '!INVALID_JSON'],
    [undefined, '!INVALID_JSON'],
    [() => 1, '!INVALID_JSON'],
    [{ '+': [undefined] }, '!INVALID_JSON'],
    [1n, '!INVALID_JSON'],
    ['{}', '!NOT_AN_OPERATION'],
    ['{"+":1,"-":2}', '!NOT_AN_OPERATION'],
    ['{"+":[1],"+":[2]}', '!NOT_AN_OPERATION'], // written twice
    ['{"cat":["a,b{c","\\",{"]}', '"a,b{c\\",{"'], // structure inside text is no structure
    [new Map([['+', [1]]]), '!NOT_AN_OPERATION'],
    [new Date(0), '!NOT_AN_OPERATION'],
    ['{"log":1}', '!UNKNOWN_OPERATOR'],
    ['{"method":["a","b"]}', '!UNKNOWN_OPERATOR'],
    ['{"toString":[]}', '!UNKNOWN_OPERATOR'],
    ['{"__proto__":[1]}', '!UNKNOWN_OPERATOR'],
    ['{"constructor":[1]}', '!UNKNOWN_OPERATOR'],
    ['{"if":[false,{"nope":1},2]}', '!UNKNOWN_OPERATOR'], // also where it would not be reached
    ['{"date.day":"2024-05-01"}', '!UNKNOWN_OPERATOR'],
    ['{"-":[1,2,3]}', '!WRONG_ARITY'],
    ['{"-":[]}', '!WRONG_ARITY'],
    ['{"*":[]}', '!WRONG_ARITY'],
    ['{"/":[1]}', '!WRONG_ARITY'],
    ['{"!":[1,2]}', '!WRONG_ARITY'],
    ['{"==":[1]}', '!WRONG_ARITY'],
    ['{"<":[1,2,3,4]}', '!WRONG_ARITY'],
    ['{"?:":[1,2]}', '!WRONG_ARITY'],
    ['{"and":[]}', '!WRONG_ARITY'],
    ['{"map":[[1]]}', '!WRONG_ARITY'],
    ['{"reduce":[[1],1,1,1]}', '!WRONG_ARITY'],
    ['{"var":["a",1,2]}', '!WRONG_ARITY'],
    ['{"duration.as":["P1D"]}', '!WRONG_ARITY'],
    ['{"date":["2024-05-01","2024-05-02"]}', '!WRONG_ARITY'],
  ])('%s gives %s', (source, code) => expect(outcome(source)).toBe(code));

  it('says what to do in a sentence that fits the error body', () => {
    const message = (source: unknown) => {
      try {
        parseLogic(source, GENERAL_LIMITS);
        return '';
      } catch (error) {
        return error instanceof LogicError ? error.message : '';
      }
    };
    expect(message('{"-":[1,2,3]}')).toBe('Operator "-" takes 1 to 2 arguments, not 3.');
    expect(message('{"pow":[2,3]}')).toMatch(/^Unknown operator "pow"\. Use one of: var missing /);
    expect(message(`{"${'x'.repeat(5000)}":1}`).length).toBeLessThan(500);
  });
});

describe('limits', () => {
  const nested = (depth: number) => `${'{"!":'.repeat(depth)}true${'}'.repeat(depth)}`;
  const wide = (parts: number) =>
    `{"+":[${Array(parts - 1)
      .fill(1)
      .join(',')}]}`;
  const long = (length: number) => `"${'x'.repeat(length - 2)}"`;
  test.each<[name: string, source: string, limits: LogicLimits, expected: RegExp]>([
    ['1500 characters of a matcher', long(1500), MATCHER_LIMITS, /^"/],
    ['1501 characters of a matcher', long(1501), MATCHER_LIMITS, /TOO_LONG/],
    ['500 characters of a computation', long(500), COMPUTATION_LIMITS, /^"/],
    ['501 characters of a computation', long(501), COMPUTATION_LIMITS, /TOO_LONG/],
    ['500 code points in 998 units', `"${'😀'.repeat(498)}"`, COMPUTATION_LIMITS, /^"/],
    ['501 code points', `"${'😀'.repeat(499)}"`, COMPUTATION_LIMITS, /TOO_LONG/],
    ['4097 characters of a charge', `${wide(3)}${' '.repeat(4097 - 11)}`, CHARGE_LIMITS, /TOO_LONG/],
    ['10000 characters elsewhere', `${wide(3)}${' '.repeat(10_000 - 11)}`, GENERAL_LIMITS, /^2$/],
    ['10001 characters elsewhere', `${wide(3)}${' '.repeat(10_001 - 11)}`, GENERAL_LIMITS, /TOO_LONG/],
    ['a literal text of 4097 characters', long(4099), GENERAL_LIMITS, /TOO_LONG/],
    ['depth 50', nested(50), GENERAL_LIMITS, /true/],
    ['depth 51', nested(51), GENERAL_LIMITS, /TOO_DEEP/],
    ['lists 51 deep', `${'['.repeat(51)}${']'.repeat(51)}`, GENERAL_LIMITS, /TOO_DEEP/],
    ['depth 20 of a charge', nested(20), CHARGE_LIMITS, /true/],
    ['depth 21 of a charge', nested(21), CHARGE_LIMITS, /TOO_DEEP/],
    ['1000 parts', wide(1000), GENERAL_LIMITS, /^999$/],
    ['1001 parts', wide(1001), GENERAL_LIMITS, /TOO_MANY_NODES/],
    ['500 parts of a charge', wide(500), CHARGE_LIMITS, /^499$/],
    ['501 parts of a charge', wide(501), CHARGE_LIMITS, /TOO_MANY_NODES/],
  ])('%s', (_name, source, limits, expected) => expect(outcome(source, {}, limits)).toMatch(expected));

  it('bounds an object by the length of its canonical text', () => {
    expect(outcome({ cat: ['x'.repeat(488)] }, {}, COMPUTATION_LIMITS)).toBe(`"${'x'.repeat(488)}"`);
    expect(outcome({ cat: ['x'.repeat(489)] }, {}, COMPUTATION_LIMITS)).toBe('!TOO_LONG'); // 489 + 12
  });
});

describe('charges', () => {
  test.each([
    ['{"*":[{"var":"um.a.b"},0.1]}', '39.21'],
    ['{"round":[{"/":[2,3]},2]}', '0.67'],
    // 18 digits after the point, half to even
    ['{"/":[2,3]}', '0.666666666666666667'],
    ['{"/":[1,8]}', '0.125'],
    ['{"/":[0.000000000000000001,2]}', '0'], // 0.5 × 10⁻¹⁸
    ['{"/":[0.000000000000000003,2]}', '0.000000000000000002'], // 1.5 × 10⁻¹⁸
    ['{"if":[{"missing":["um.a.b"]},0,{"min":[1,2]}]}', '1'],
    ['{"map":[[1],1]}', '!OPERATOR_NOT_ALLOWED'],
    ['{"reduce":[[1],1,1]}', '!OPERATOR_NOT_ALLOWED'],
    ['{"substr":["a",0]}', '!OPERATOR_NOT_ALLOWED'],
    ['{"date":"2024-05-01"}', '!OPERATOR_NOT_ALLOWED'],
    ['{"log":1}', '!UNKNOWN_OPERATOR'],
  ])('%s gives %s', (logic, result) =>
    expect(outcome(logic, { 'um.a.b': decimal('392.10') }, CHARGE_LIMITS)).toBe(result),
  );
});
