import { expect, it } from 'vitest';
import { daysBefore, daysOf, queryOf, requestOf } from './report-search.ts';

const query = { selects: [{ columnName: 'id' }], baseDataSource: 'customers', sort: [], limit: 10 };

it.each([
  [undefined, null],
  ['{"selects":', null],
  ['null', null],
  ['{"selects":1}', null],
  [JSON.stringify(query), query],
])('the query of %s', (text, expected) => {
  expect(queryOf(text === undefined ? {} : { query: text })).toEqual(expected);
});

it.each([
  ['2030-01-01', '2030-01-31', '2029-12-01', '2029-12-31'],
  ['2030-03-01', '2030-03-01', '2030-02-28', '2030-02-28'],
  ['2030-01-01', '2030-03-31', '2029-10-03', '2029-12-31'],
])('before %s to %s come as many days', (from, until, before, last) => {
  expect(daysBefore({ from, until })).toEqual({ from: before, until: last });
});

it('a range needs both days, in their order', () => {
  expect(daysOf({ from: '2030-01-02', until: '2030-01-01' })).toBeNull();
  expect(daysOf({ from: '2030-01-02' })).toBeNull();
});

it('the last day is part of the range', () => {
  const days = { from: '2030-01-01', until: '2030-01-31' };
  expect(requestOf({ template: 'REVENUE', account: 'a1', ...days }, 'Europe/Berlin')).toEqual({
    ...{ reportTemplateId: 'REVENUE', accountId: 'a1' },
    ...{ startTime: '2029-12-31T23:00:00.000Z', endTime: '2030-01-31T23:00:00.000Z' },
  });
  expect(requestOf({}, 'UTC')).toBeNull();
});
