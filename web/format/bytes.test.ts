import { expect, test } from 'vitest';
import { formatBytes } from './bytes.ts';

test.each([
  [0, '0 byte'],
  [999, '999 byte'],
  [1_000, '1 kB'],
  [12_345_678, '12.3 MB'],
  [5_000_000_000, '5 GB'],
  [7_100_000_000_000_000, '7,100 TB'],
])('%d bytes are %s', (bytes, expected) => {
  expect(formatBytes(bytes)).toBe(expected);
});
