import { expect, test } from 'vitest';
import { describeTotals } from './test-totals.ts';

test.each([
  [{ passed: 12, failed: 0, skipped: 0 }, '12 passed, 0 failed'],
  [{ passed: 12, failed: 1, skipped: 0 }, '12 passed, 1 failed'],
  [{ passed: 12, failed: 0, skipped: 3 }, '12 passed, 0 failed, 3 skipped'],
])('%j', (totals, line) => {
  expect(describeTotals(totals)).toBe(line);
});
