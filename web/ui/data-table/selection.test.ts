import { expect, test } from 'vitest';
import { areAllIn, toggled, toggledAll } from './selection.ts';

const set = (...ids: string[]) => new Set(ids);

test.each([
  [set(), 'a', ['a']],
  [set('a', 'b'), 'a', ['b']],
])('%o with %s toggled', (before, id, after) => {
  expect([...toggled(before, id)]).toEqual(after);
});

test('the set before is left alone', () => {
  const before = set('a');
  toggled(before, 'a');
  expect([...before]).toEqual(['a']);
});

test.each([
  // A row that the list no longer has stays out of the answer.
  [set(), ['a', 'b'], ['a', 'b']],
  [set('a'), ['a', 'b'], ['a', 'b']],
  [set('a', 'b', 'gone'), ['a', 'b'], []],
  [set(), [], []],
])('%o with all of %j toggled', (before, ids, after) => {
  expect([...toggledAll(before, ids)]).toEqual(after);
});

test('none of no rows are selected', () => expect(areAllIn(set('a'), [])).toBe(false));
