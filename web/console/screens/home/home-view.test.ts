import { expect, it } from 'vitest';
import { attentionPath, dayOf, isUnused, pointsOf } from './home-view.ts';

const hour = (counted: number, notCounted = 0, rejected = 0) => ({
  ...{ startsAt: '2030-01-01T00:00:00Z', counted, notCounted, rejected },
});
const day = (first: ReturnType<typeof hour>) => [first, ...Array.from({ length: 23 }, () => hour(0))];

it.each([
  // the day before, the last day; total, rejected, share, change
  [hour(8), hour(6, 1, 3), { total: 10, rejected: 3, rejectedPercent: '30', changePercent: '25' }],
  [hour(3), hour(2), { total: 2, rejected: 0, rejectedPercent: '0', changePercent: '-33.3' }],
  [hour(0), hour(1), { total: 1, rejected: 0, rejectedPercent: '0', changePercent: null }],
  [hour(5), hour(0), { total: 0, rejected: 0, rejectedPercent: null, changePercent: '-100' }],
])('a day is compared with the one before', (before, last, expected) => {
  expect(dayOf([...day(before), ...day(last)])).toEqual(expected);
});

it('each hour is a point with its three counts', () => {
  expect(pointsOf([hour(1, 2, 3)])).toEqual([{ at: '2030-01-01T00:00:00Z', values: ['1', '2', '3'] }]);
});

it('the guide is offered until there is an event or an invoice', () => {
  const setup = { meter: true, plan: true, account: true, schedule: true, event: false, invoice: false };
  expect([isUnused({ setup }), isUnused({ setup: { ...setup, invoice: true } })]).toEqual([true, false]);
});

it('rejected events lead to the list of them', () => {
  expect(attentionPath('REJECTED_EVENTS')).toBe('/events?status=UNPROCESSED');
});
