import { expect, test } from 'vitest';
import { requestOf, simulatorForm } from './simulator-form.ts';

const say = Object.assign((key: string) => key, { count: (key: string) => key }) as never;
const form = simulatorForm(say);
const fields = {
  ...form.initial,
  ...{
    name: ' More ',
    scenarios: [
      { plan: 'pp.1', version: '2', percent: '' },
      { plan: 'pp.1', version: '', percent: '-12.5' },
    ],
  },
};

test.each([
  [{}, {}],
  [{ name: ' ' }, { name: 'nameNeeded' }],
  [
    { scenarios: [{ plan: '', version: 'x', percent: 'y' }] },
    {
      'scenarios.0.plan': 'planNeeded',
      'scenarios.0.version': 'versionInvalid',
      'scenarios.0.percent': 'percentInvalid',
    },
  ],
  [{ baseVersion: '1' }, { basePlan: 'planNeeded' }],
  [{ period: 'LOOKUP_RANGE', start: '2030-02-01', end: '2030-01-01' }, { end: 'endInvalid' }],
])('%j', (change, errors) => expect(form.check({ ...fields, ...change })).toEqual(errors));

test('what is sent', () => {
  const sent = requestOf({ ...fields, cohortPlan: 'pp.1', cohortVersion: '1', tag: ' big ' });
  expect(JSON.parse(JSON.stringify(sent))).toEqual({
    name: 'More',
    scenarios: [
      { pricePlanId: 'pp.1', version: 2 },
      { pricePlanId: 'pp.1', adjustments: [{ percent: -12.5 }] },
    ],
    cohort: { pricePlanId: 'pp.1', version: 1, tag: 'big' },
    period: { mode: 'LAST_CLOSED_CYCLE' },
  });
});
