import { expect, it } from 'vitest';
import { pathTo, rowsOf, stepOf, type TreeNode } from './tree-rows.ts';

const leaf = (id: string): TreeNode => ({ id, title: id, parts: [] });
const root: TreeNode = {
  ...leaf('Total'),
  parts: [{ ...leaf('Usage'), parts: [leaf('calls'), leaf('egress')] }, leaf('Tax')],
};
const open = rowsOf(root, () => true);

it('only the parts of open nodes can be seen, each with its place', () => {
  expect(open.map(({ node, level, position, siblings }) => [node.id, level, position, siblings])).toEqual([
    ['Total', 1, 1, 1],
    ['Usage', 2, 1, 2],
    ['calls', 3, 1, 2],
    ['egress', 3, 2, 2],
    ['Tax', 2, 2, 2],
  ]);
  const closed = rowsOf(root, ({ id }) => id !== 'Usage');
  expect(closed.map(({ node, isOpen }) => [node.id, isOpen])).toEqual([
    ['Total', true],
    ['Usage', false],
    ['Tax', undefined],
  ]);
});

it('the path to a node begins at the root', () => {
  expect(pathTo(root, 'egress').map(({ id }) => id)).toEqual(['Total', 'Usage', 'egress']);
  expect(pathTo(root, 'nothing')).toEqual([]);
});

const closed = rowsOf(root, ({ id }) => id !== 'Usage');
it.each([
  // key          rows    at  step
  ['ArrowDown', open, 0, { go: 1 }],
  ['ArrowDown', open, 4, { go: 4 }],
  ['ArrowUp', open, 0, { go: 0 }],
  ['ArrowUp', open, 3, { go: 2 }],
  ['Home', open, 3, { go: 0 }],
  ['End', open, 0, { go: 4 }],
  ['ArrowRight', open, 1, { go: 2 }], // into an open node
  ['ArrowRight', closed, 1, { toggle: 1 }],
  ['ArrowRight', open, 2, null], // it has no parts
  ['ArrowLeft', open, 3, { go: 1 }], // out of it
  ['ArrowLeft', open, 1, { toggle: 1 }],
  ['ArrowLeft', closed, 1, { go: 0 }],
  ['t', open, 0, { go: 4 }],
  ['T', open, 4, { go: 0 }], // from the end to the top
  ['z', open, 0, null],
  ['Tab', open, 0, null],
] as const)('%s of %# leads to its step', (key, rows, at, step) => {
  expect(stepOf(key, rows, at)).toEqual(step);
});
