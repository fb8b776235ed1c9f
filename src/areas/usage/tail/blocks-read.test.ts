import { describe, expect, it } from 'vitest';
import { BLOCK_EVENTS } from '../event-numbers.ts';
import { BlocksRead } from './blocks-read.ts';

const shown = (blocks: BlocksRead, from: number, until: number) =>
  blocks
    .unread({ from, until })
    .map(({ first, after }) => `${first / BLOCK_EVENTS}-${after / BLOCK_EVENTS}`)
    .join(' ');

describe('numbers to look for', () => {
  it.each([
    // read          from until  ranges
    [[], 3, 7, '3-7'],
    [[], 7, 7, ''],
    [[3, 4, 5, 6], 3, 7, ''],
    [[5], 3, 7, '3-5 6-7'],
    [[6, 4], 3, 7, '3-4 5-6'],
    [[9], 3, 7, '3-7'], //                  read before, above what is asked for now
    [[1, 2, 5], 3, 7, '3-5 6-7'],
  ])('%o from %i until %i: %s', (read, from, until, ranges) => {
    expect(shown(new BlocksRead(0, read), from, until)).toBe(ranges);
  });
});

it('never goes back behind what it has left', () => {
  const blocks = new BlocksRead(2, [4]);
  expect(shown(blocks, 6, 8)).toBe('6-8');
  expect(shown(blocks, 3, 8)).toBe('6-8');
  expect([5, 6, 7].map((block) => blocks.has(block))).toEqual([true, false, false]);
});

it('keeps 50,000 blocks at most', () => {
  const even = Array.from({ length: 50_002 }, (_, i) => 2 * i);
  const blocks = new BlocksRead(0, even);
  // The two oldest are left, and with them the gaps below and between them.
  expect(blocks.unread({ from: 0, until: 100_003 })).toHaveLength(50_000);
  expect(shown(new BlocksRead(0, even), 0, 8)).toBe('3-4 5-6 7-8');
});

it('a copy stays as it was', () => {
  const blocks = new BlocksRead(0, [1]);
  const copy = blocks.copy();
  blocks.add(2);
  expect([blocks.has(2), copy.has(1), copy.has(2)]).toEqual([true, true, false]);
});
