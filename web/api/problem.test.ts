import { expect, test } from 'vitest';
import { ApiProblem, kindOf } from './problem.ts';

test.each([
  [0, 'UNREACHABLE', 'offline'],
  [401, 'UNAUTHENTICATED', 'expired'],
  [403, 'FORBIDDEN', 'forbidden'],
  [404, 'INVOICE_NOT_FOUND', 'missing'],
  [400, 'INVALID_REQUEST', 'invalid'],
  // Only these two mean that somebody else was faster.
  [409, 'PRECONDITION_FAILED', 'conflict'],
  [409, 'CONCURRENT_CHANGE', 'conflict'],
  [409, 'NAME_TAKEN', 'invalid'],
  // The policy of approvals.
  [409, 'APPROVAL_REQUIRED', 'held'],
  [409, 'APPROVAL_NOT_GIVEN', 'invalid'],
  [409, 'REQUEST_IN_PROGRESS', 'invalid'],
  [429, 'TOO_MANY_REQUESTS', 'busy'],
  [503, 'UNAVAILABLE', 'busy'],
  [502, 'UNKNOWN', 'busy'],
  [500, 'INTERNAL', 'fault'],
] as const)('%i %s is %s', (status, code, kind) => {
  expect(kindOf(new ApiProblem('message', { status, code }))).toBe(kind);
});

test('a part of the console that is gone is no connection, and any other error a fault', () => {
  expect(kindOf(new TypeError('Failed to fetch dynamically imported module: x.js'))).toBe('offline');
  expect(kindOf(new TypeError('x is undefined'))).toBe('fault');
});
