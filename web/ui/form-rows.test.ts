import { expect, it, test } from 'vitest';
import { editRow, insertRow, keyOfRow, moveRow, removeRow } from './form-rows.ts';

const rows = [{ from: '0' }, { from: '10' }, { from: '100' }];
const fromOf = (some: readonly { from: string }[]) => some.map(({ from }) => from);

test.each([
  [0, 1, ['10', '0', '100']],
  [2, -1, ['0', '100', '10']],
  [0, -1, ['0', '10', '100']],
  [2, 1, ['0', '10', '100']],
] as [number, -1 | 1, string[]][])('row %i moved by %i', (index, by, after) => {
  expect(fromOf(moveRow(rows, index, by))).toEqual(after);
});

it('edits and removes one row', () => {
  expect(fromOf(editRow(rows, 1, { from: '11' }))).toEqual(['0', '11', '100']);
  expect(fromOf(insertRow(rows, 1, { from: '5' }))).toEqual(['0', '5', '10', '100']);
  expect(fromOf(removeRow(rows, 1))).toEqual(['0', '100']);
});

it('keeps the key of a row through edits and moves', () => {
  const key = keyOfRow(rows[1] as { from: string });
  const edited = moveRow(editRow(rows, 1, { from: '11' }), 1, 1);
  expect(edited.map(keyOfRow)[2]).toBe(key);
  expect(new Set(edited.map(keyOfRow)).size).toBe(3);
});
