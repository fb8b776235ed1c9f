import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import texts from '../../../messages/en/audit.json' with { type: 'json' };
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

test('every kind of record that the API can filter by has a name', () => {
  const document = readFileSync(new URL('../../../../openapi.json', import.meta.url), 'utf8');
  const lists = [...document.matchAll(/one of (ORGANIZATION, [A-Z_, ]+), or several/g)];
  const kinds = [...new Set(lists.flatMap(([, names = '']) => names.split(', ')))];
  expect(kinds.length).toBeGreaterThan(50);
  expect(kinds.filter((kind) => !(`record.${kind}` in texts))).toEqual([]);
});
