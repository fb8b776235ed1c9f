import { expect, test } from 'vitest';
import { groupAt } from './groups.ts';

const letters = (rows: readonly string[]) =>
  rows.map((_, index) => groupAt(rows, index, (row) => row.charAt(0)));

test.each([
  [
    ['a1', 'a2', 'b1'],
    ['a', null, 'b'],
  ],
  // Rows that do not follow each other have a heading each.
  [
    ['a1', 'b1', 'a2'],
    ['a', 'b', 'a'],
  ],
  [[], []],
])('the headings of %j are %j', (rows, expected) => expect(letters(rows)).toEqual(expected));

test('without groups there is no heading', () => expect(groupAt(['a'], 0, undefined)).toBeNull());
