import { expect, it } from 'vitest';
import { nameTiersInStep } from './slab-lines.ts';

// Stored sentences and how customers read them.
it.each([
  ['slabs together: 10 + 1.872 = 11.872', 'sum of the tiers: 10 + 1.872 = 11.872'],
  ['no usage, so no slab is charged', 'no usage, so no tier is charged'],
  ['price of 0: 0, no slab is entered', 'price of 0: 0, no tier is reached'],
  ['a slab, so no slab is charged at all', 'a slab, so no slab is charged at all'],
])('%s → %s', (stored, shown) => {
  expect(nameTiersInStep(stored)).toBe(shown);
});
