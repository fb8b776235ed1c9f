import { describe, expect, it } from 'vitest';
import type { Decimal } from '../../../api/decimal.ts';
import { costForm, periodOf } from './cost-form.ts';

const say = Object.assign((key: string) => key, { count: (key: string) => key });
const STORED = [
  { effectiveFrom: '2030-01-01', unitCost: '0.000000000000000001' as Decimal },
  { effectiveFrom: '2030-02-01', unitCost: '0.25' as Decimal },
];

describe('the form of unit costs', () => {
  it('sends what is stored to the last digit, by day', () => {
    const form = costForm(STORED, say);
    const [first, second] = form.initial.costs;
    expect(form.check(form.initial)).toEqual({});
    const costs = [second, first] as (typeof form.initial)['costs'];
    expect(JSON.stringify(form.read({ costs }))).toBe(
      '[{"effectiveFrom":"2030-01-01","unitCost":0.000000000000000001},' +
        '{"effectiveFrom":"2030-02-01","unitCost":0.25}]',
    );
  });

  it.each([
    [{ from: '', cost: '1' }, { 'costs.1.from': 'dayNeeded' }],
    [{ from: '2030-01-01', cost: '1' }, { 'costs.1.from': 'dayRepeated' }],
    [{ from: '2030-01-02', cost: '' }, { 'costs.1.cost': 'costInvalid' }],
    [{ from: '2030-01-02', cost: '-0.1' }, { 'costs.1.cost': 'costInvalid' }],
    [{ from: '2030-01-02', cost: '0' }, {}], // ends the costs before it
  ])('after a cost from 1 January, %j has the errors %j', (row, errors) => {
    expect(costForm([], say).check({ costs: [{ from: '2030-01-01', cost: '1' }, row] })).toEqual(errors);
  });
});

it('a cost applies until the day before the next one, in whatever order they stand', () => {
  const rows = [
    { from: '2030-03-01', cost: '0' },
    { from: '2030-01-01', cost: '1' },
    { from: '2030-02-01', cost: '2' },
    { from: '', cost: '3' },
  ];
  expect(rows.map((row) => periodOf(rows, row, '2030-02-28'))).toEqual([
    { word: 'free', isToday: false },
    { word: 'until', last: '2030-01-31', isToday: false },
    { word: 'until', last: '2030-02-28', isToday: true },
    null,
  ]);
});
