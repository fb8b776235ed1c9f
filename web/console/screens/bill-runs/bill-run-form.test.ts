import { expect, test } from 'vitest';
import type { Translate } from '../../../messages/catalogs.ts';
import { billRunForm, billRunRequestOf, selectionOf } from './bill-run-form.ts';

const say = ((key: string) => key) as unknown as Translate<string>;
const form = (zone = 'UTC') => billRunForm({}, { say, zone });

test('without filters it takes all drafts that wait', () => {
  expect(form().read(form().initial)).toEqual({});
});

test('days begin in the zone of the organization, also when its clocks change', () => {
  const fields = { customer: 'acme', account: 'one', plan: 'pp.1', from: '2030-03-10', until: '2030-03-11' };
  expect(billRunRequestOf(fields, 'America/New_York')).toEqual({
    filters: {
      ...{ customerId: 'acme', ownerId: 'one', pricePlanId: 'pp.1' },
      startTime: Date.parse('2030-03-10T00:00:00-05:00'),
      // The day has 23 hours.
      endTime: Date.parse('2030-03-11T00:00:00-04:00'),
    },
  });
});

test.each([
  ['2030-02-01', '2030-02-02', {}],
  ['2030-02-01', '2030-02-01', { until: 'untilBeforeFrom' }],
  ['', '2030-02-01', {}],
])('from %s until %s: %j', (from, until, expected) => {
  expect(form().check({ ...form().initial, from, until })).toEqual(expected);
});

test('the month close selects the same', () => {
  expect(selectionOf({ customer: 'acme', until: '2030-02-01', waiting: 'true' })).toEqual({
    ...{ customerId: 'acme', billDateUntil: '2030-02-01', isPending: true },
  });
  expect(selectionOf({ plan: '', waiting: '' })).toEqual({});
});
