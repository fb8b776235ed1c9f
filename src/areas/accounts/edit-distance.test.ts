import { expect, it } from 'vitest';
import { editDistance } from './edit-distance.ts';

it.each([
  // one          other          limit  distance
  ['acme', 'acme', 2, 0],
  ['acme', 'acne', 2, 1], //                  replaced
  ['acme', 'acm', 2, 1], //                   removed
  ['acme', 'acmee', 2, 1], //                 inserted
  ['acme', 'amce', 2, 1], //                  exchanged
  ['acme-prod', 'acme_prd', 3, 2],
  ['', 'ab', 3, 2],
  ['acme', 'nimbus', 2, 3], //                more than the limit
  ['𝒶cme', 'acme', 2, 1], //                  a code point counts once
])('%s and %s differ, up to %i, by %i', (one, other, limit, distance) => {
  expect(editDistance(one, other, limit)).toBe(distance);
  expect(editDistance(other, one, limit)).toBe(distance);
});
