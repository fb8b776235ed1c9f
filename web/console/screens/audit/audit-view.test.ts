import { expect, test } from 'vitest';
import { changesOf } from './audit-view.ts';

test('only members that differ, whatever their depth', () => {
  const before = { name: 'A', tags: ['x'], same: 1, gone: true };
  const after = { name: 'B', tags: ['x', 'y'], same: 1 };
  expect(changesOf(before, after)).toEqual([
    { name: 'gone', before: 'true', after: null },
    { name: 'name', before: 'A', after: 'B' },
    { name: 'tags', before: '[\n  "x"\n]', after: '[\n  "x",\n  "y"\n]' },
  ]);
});

test('everything of a record that was created', () => {
  expect(changesOf(undefined, { id: 'c1' })).toEqual([{ name: 'id', before: null, after: 'c1' }]);
});
