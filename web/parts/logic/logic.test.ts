import { expect, test } from 'vitest';
import { type Condition, readCondition, writeCondition } from './condition-shape.ts';
import { logicError, parseLogic, prettyLogic } from './logic-text.ts';

const say = Object.assign((key: string, values: object = {}) => [key, ...Object.values(values)].join(' '), {
  count: (key: string) => key,
}) as never;

const test1 = { variable: 'usage.urc.m', comparison: '>', value: '1.50', isText: false } as const;
const test2 = { variable: 'dimensions.model', comparison: 'in', value: 'a, b', isText: true } as const;

test.each<[text: string, condition: Condition | null]>([
  ['', { join: 'and', tests: [] }],
  ['{">":[{"var":"usage.urc.m"},1.50]}', { join: 'and', tests: [test1] }],
  [
    '{"or":[{">":[{"var":"usage.urc.m"},1.50]},{"in":[{"var":"dimensions.model"},["a","b"]]}]}',
    { join: 'or', tests: [test1, test2] },
  ],
  // Other shapes stay JSON.
  ['{">":[1,{"var":"usage.urc.m"}]}', null],
  ['{">":[{"var":["usage.urc.m",0]},1]}', null],
  ['{"and":[{"or":[]}]}', null],
  ['{"in":[{"var":"x"},["a, b"]]}', null],
  ['{">":', null],
])('%s', (text, condition) => {
  expect(readCondition(text)).toEqual(condition);
  if (condition && text !== '') expect(writeCondition(condition).replaceAll('1.5]', '1.50]')).toBe(text);
});

test('a number that is none is no JSON, so it cannot be saved', () => {
  expect(parseLogic(writeCondition({ join: 'and', tests: [{ ...test1, value: '1.' }] }))).toBeUndefined();
  expect(parseLogic(writeCondition({ join: 'and', tests: [{ ...test1, value: '' }] }))).toBeUndefined();
});

test('thirty digits stay', () => {
  expect(prettyLogic('{"+":[0.123456789012345678901234567890,1]}')).toContain(
    '0.123456789012345678901234567890',
  );
});

test.each([
  ['{"+":[1,2]}', undefined],
  ['{"+":[1,\n2,]}', expect.stringMatching(/^syntax/)],
  ['{"if":[true,\n{"nope":[1]},2]}', 'unknownOperator nope 2'],
  ['{"+":[1],"-":[2]}', 'notAnOperation'],
  ['{}', 'notAnOperation'],
  ['5', undefined],
])('%s', (text, error) => expect(logicError(text, say)).toEqual(error));
