import { expect, test } from 'vitest';
import type { SimulationResult } from '../../../api/generated/types.ts';
import { invoiceOf, joinEnds, pointsOf } from './result-points.ts';

const result = (accountId: string, currency: string, amounts: object) =>
  ({ accountId, accountName: accountId, currency, ...amounts }) as unknown as SimulationResult;

test('accounts without a price have no point, and each currency a chart of its own', () => {
  const results = [
    result('a', 'USD', { base: '10', candidate: '12' }),
    result('b', 'EUR', { base: '10', candidate: '8' }),
    result('c', 'USD', { candidate: '8' }),
    result('d', 'USD', { base: '5', candidate: '5.00' }),
  ];
  expect(
    pointsOf(results).map(({ currency, points, raised, lowered }) => [
      currency,
      points.length,
      raised,
      lowered,
    ]),
  ).toEqual([
    ['USD', 2, 1, 0],
    ['EUR', 1, 0, 1],
  ]);
});

test('the invoice of a cycle is found by its first day, in whatever zone', () => {
  const invoices = [
    { id: 'advance', invoiceType: 'STANDARD_ADVANCED', startDate: '2030-01-01T00:00:00Z' },
    { id: 'cycle', invoiceType: 'STANDARD', startDate: '2029-12-31T23:00:00Z' },
  ];
  expect(invoiceOf(invoices, '2030-01-01')).toBe('cycle');
  expect(invoiceOf(invoices, '2030-02-01')).toBeUndefined();
});

test('an account at both ends is one', () => {
  const [a, b] = [result('a', 'USD', {}), result('b', 'USD', {})];
  expect(joinEnds([a, b], [b, a])).toEqual([a, b]);
});
