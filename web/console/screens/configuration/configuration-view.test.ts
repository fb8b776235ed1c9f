import { expect, it } from 'vitest';
import { plainValue, rowsOfResult } from './configuration-view.ts';

it('shows what cannot be imported first, and what stays untouched last', () => {
  const row = (action: 'CREATED' | 'UPDATED' | 'UNCHANGED' | 'REFUSED') => ({
    ...{ type: 'ADD_ON' as const, name: action, action },
  });
  const counts = { created: 1, updated: 1, unchanged: 1, refused: 1 };
  const rows = [row('UNCHANGED'), row('CREATED'), row('UPDATED'), row('REFUSED')];
  const others = [{ type: 'ADD_ON' as const, name: 'mine' }];
  const shown = rowsOfResult({ dryRun: true, stored: false, ...counts, rows, others });
  expect(shown.map(({ action }) => action)).toEqual(['REFUSED', 'CREATED', 'UPDATED', 'KEPT', 'UNCHANGED']);
});

it.each([
  ['"a \\"b\\""', 'a "b"'],
  ['0.10000000000000000001', '0.10000000000000000001'],
  ['{"a":1}', '{"a":1}'],
  ['"cut o…', '"cut o…'],
])('%s reads %s', (json, expected) => {
  expect(plainValue(json)).toBe(expected);
});
