import { expect, it } from 'vitest';
import { moveChosen, orderOf, toggleChosen } from './ordered-values.ts';

const options = ['a', 'b', 'c'].map((value) => ({ value }));

it('shows those that are not chosen last', () => {
  expect(orderOf(['c', 'a'], options)).toEqual(['c', 'a', 'b']);
});

it('adds at the end and removes where it stands', () => {
  expect(toggleChosen(['c'], 'a')).toEqual(['c', 'a']);
  expect(toggleChosen(['c', 'a'], 'c')).toEqual(['a']);
});

it.each([
  ['a', 1, ['b', 'a', 'c']],
  ['c', -1, ['a', 'c', 'b']],
  ['a', -1, ['a', 'b', 'c']],
  ['c', 1, ['a', 'b', 'c']],
  ['x', 1, ['a', 'b', 'c']],
] as const)('moves %s by %i', (value, by, expected) => {
  expect(moveChosen(['a', 'b', 'c'], value, by)).toEqual(expected);
});
