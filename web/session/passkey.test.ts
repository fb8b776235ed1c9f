import { expect, test } from 'vitest';
import { failureOf } from './passkey.ts';

test.each([
  ['NotAllowedError', 'cancelled'],
  ['AbortError', 'cancelled'],
  ['SecurityError', 'elsewhere'],
  ['InvalidStateError', 'known'],
  ['TypeError', 'failed'],
])('a %s of the browser says that it was %s', (name, failure) => {
  expect(failureOf(Object.assign(new Error('in its own words'), { name }))).toBe(failure);
});
