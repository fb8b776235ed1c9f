import fc from 'fast-check';
// @ts-expect-error: the package has no types.
import jsonLogic from 'json-logic-js';
import { expect, it } from 'vitest';
import { GENERAL_LIMITS, type LogicValue, parseLogic } from './index.ts';
import { isDecimal, isList } from './values.ts';

/*
 * Compared with the public implementation wherever both mean the same. Left out, as
 * the meaning differs on purpose:
 * - fractions that doubles cannot hold, and integers beyond 2⁵³;
 * - null in - * / % < > <= >= max min, division by zero, max and min of nothing: errors or null here,
 *   NaN or 0 there;
 * - booleans in + and *, text that only starts with a number, empty text as 0: not numbers there or here;
 * - two numeric texts in < >: by value here, by characters there;
 * - lists in == === and as needle of in: by content here, by identity there;
 * - order between a number and other text: an error here, false there;
 * - substr of null, in with null, objects that are no operation, operators without their arguments.
 */
const DATA = { a: 7, b: -3, t: '12', w: 'meter', f: false, z: null, deep: { x: 4 } };
const LISTS = { list: [3, -1, 0, 12], words: ['meter', 'rate', ''], empty: [] };

type Logic = unknown;
const variable = (...names: string[]) => fc.constantFrom(...names).map((name): Logic => ({ var: name }));
const operation = (names: string[], ...args: fc.Arbitrary<Logic>[]) =>
  fc.tuple(fc.constantFrom(...names), fc.tuple(...args)).map(([name, values]): Logic => ({ [name]: values }));

const grammar = fc.letrec<Record<'number' | 'text' | 'truth' | 'list' | 'any', Logic>>((tie) => ({
  number: fc.oneof(
    { maxDepth: 4, depthIdentifier: 'logic' },
    fc.oneof(fc.integer({ min: -20, max: 20 }), variable('a', 'b', 'deep.x')),
    operation(['+'], tie('number'), fc.oneof(tie('number'), variable('t')), tie('number')),
    operation(['-', 'max', 'min'], tie('number'), tie('number')),
    operation(['-', '+'], tie('number')),
    operation(['*'], tie('number'), fc.integer({ min: -9, max: 9 })),
    operation(['/'], tie('number'), fc.constantFrom<Logic>(1, 2, -4, 8)),
    operation(['%'], tie('number'), fc.constantFrom<Logic>(1, 3, -4, 7)),
    operation(['reduce'], variable('list', 'empty'), variable('current'), tie('number')),
    operation(
      ['reduce'],
      variable('list'),
      fc.constant({ '+': [{ var: 'accumulator' }, { var: 'current' }] }),
      tie('number'),
    ),
  ),
  text: fc.oneof(
    { maxDepth: 4, depthIdentifier: 'logic' },
    fc.oneof(fc.stringMatching(/^[a-z]{1,8}$/), variable('w')),
    operation(['cat'], tie('text'), tie('number'), tie('truth'), variable('z')),
    operation(['substr'], tie('text'), fc.integer({ min: -9, max: 9 }), fc.integer({ min: -9, max: 9 })),
    operation(['substr'], tie('text'), fc.integer({ min: -9, max: 9 })),
  ),
  truth: fc.oneof(
    { maxDepth: 4, depthIdentifier: 'logic' },
    fc.oneof(fc.boolean(), variable('f')),
    operation(['==', '===', '!=', '!==', '<', '<=', '>', '>='], tie('number'), tie('number')),
    operation(['<', '<='], tie('number'), tie('number'), tie('number')),
    operation(['==', '!=', '===', '<', '>='], tie('number'), variable('t')),
    operation(['==', '===', '!=', '!=='], fc.stringMatching(/^[a-z]{1,3}$/), tie('text')),
    operation(['==', '===', '!=', '!=='], tie('truth'), tie('truth')),
    operation(['==', '===', '!='], tie('number'), variable('z', 'absent')),
    operation(['!', '!!'], tie('any')),
    operation(['in'], tie('number'), variable('list', 'words')),
    operation(['in'], tie('text'), fc.oneof(variable('words', 'w'), tie('text'))),
    operation(
      ['all', 'some', 'none'],
      variable('list', 'empty'),
      operation(['>', '=='], variable(''), fc.constant(0)),
    ),
    operation(['all', 'some', 'none'], tie('list'), operation(['!', '!!'], variable(''))),
  ),
  list: fc.oneof(
    { maxDepth: 4, depthIdentifier: 'logic' },
    fc.oneof(variable('list', 'words', 'empty'), fc.constant<Logic>([])),
    fc.tuple(tie('number'), tie('text')),
    operation(['merge'], tie('list'), tie('any')),
    operation(['map'], variable('list'), operation(['+', '-'], variable(''), fc.constant(2))),
    operation(['filter'], tie('list'), operation(['!!', '!'], variable(''))),
    operation(['missing'], fc.constantFrom('a', 'z', 'absent'), fc.constantFrom('deep.x', 'deep.y')),
    operation(['missing_some'], fc.integer({ min: 0, max: 3 }), fc.constant(['a', 'absent', 'z'])),
  ),
  any: fc.oneof(
    { maxDepth: 4, depthIdentifier: 'logic' },
    fc.oneof(tie('number'), tie('text'), tie('truth'), variable('z', 'absent')),
    tie('list'),
    operation(['if', '?:'], tie('any'), tie('any'), tie('any')),
    operation(['if'], tie('any'), tie('any'), tie('any'), tie('any')),
    operation(['and', 'or'], tie('any'), tie('any'), tie('any')),
    operation(['var'], fc.constantFrom('a', 'absent'), tie('any')),
  ),
}));

it('agrees with json-logic-js where both mean the same', () =>
  fc.assert(
    fc.property(grammar.any, (logic) => {
      const data = { ...DATA, ...LISTS };
      const ours = parseLogic(JSON.stringify(logic), GENERAL_LIMITS).evaluate(data);
      expect(plain(ours)).toEqual(withoutMinusZero(jsonLogic.apply(logic, data)));
    }),
    { numRuns: 3000 },
  ));

function plain(value: LogicValue): unknown {
  if (isList(value)) return value.map(plain);
  return isDecimal(value) ? value.toNumber() + 0 : value;
}

function withoutMinusZero(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutMinusZero);
  return typeof value === 'number' ? value + 0 : value;
}
