import { expect, test } from 'vitest';
import { planLook } from './plan-view.ts';

test.each([
  ['ACTIVE', 1, 'status.ACTIVE'],
  ['ACTIVE', 2, 'status.ACTIVE'],
  ['DRAFT', 1, 'status.DRAFT'],
  ['DRAFT', 2, 'status.NEXT_DRAFT'],
] as const)('a plan that is %s in version %i is told as %s', (status, version, word) => {
  expect(planLook({ status, version }).word).toBe(word);
});
