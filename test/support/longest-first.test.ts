import { expect, it } from 'vitest';
import { alternate } from './longest-first.ts';

const same = (path: string) => path;

it('begins with long files, in turns one that waits and one that computes, and keeps every file', () => {
  const files = [
    'src/a',
    'test/faults/f1',
    'test/properties/p',
    'src/b',
    'test/faults/f2',
    'test/contract/two-x',
  ];
  expect(alternate(files, same)).toEqual([
    ...['test/faults/f1', 'test/contract/two-x', 'test/faults/f2', 'test/properties/p', 'src/a', 'src/b'],
  ]);
});

it.each([
  [['test/faults/f1', 'src/a', 'test/faults/f2', 'test/faults/f3'], 'f1 a f2 f3'],
  [['test/faults/f1'], 'f1'],
  [['src/b', 'src/a'], 'b a'],
  [[], ''],
])('of %j, too', (files, order) => {
  expect(
    alternate(files, same)
      .map((file) => file.split('/').at(-1))
      .join(' '),
  ).toBe(order);
});
