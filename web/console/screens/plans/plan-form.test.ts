import { expect, test } from 'vitest';
import { currenciesOf, fieldsOfPlan, NEW_PLAN, planForm } from './plan-form.ts';
import { cycleOf, newPlanOf } from './plan-request.ts';

const say = Object.assign((key: string) => key, { count: (key: string) => key }) as never;
const form = planForm(NEW_PLAN, say);
const fields = { ...NEW_PLAN, name: ' Pro ', currencies: 'usd eur, usd' };

test.each([
  [{}, { name: 'nameNeeded' }],
  [{ name: 'A', currencies: 'US' }, { currencies: 'currenciesInvalid' }],
  [{ name: 'A', dayOffset: '32' }, { dayOffset: 'dayInvalid' }],
  [{ name: 'A', dayOffset: 'LAST' }, {}],
  [{ name: 'A', interval: 'WEEKLY', dayOffset: '8' }, { dayOffset: 'dayInvalid' }],
  [{ name: 'A', interval: 'CUSTOM_DAYS', intervalDays: '367' }, { intervalDays: 'daysInvalid' }],
  [{ name: 'A', grace: 'x' }, { grace: 'graceInvalid' }],
  // A plan that is bought once has no cycle.
  [{ name: 'A', type: 'PURCHASE', grace: 'x', dayOffset: '' }, {}],
])('%j', (change, errors) => expect(form.check({ ...NEW_PLAN, ...change })).toEqual(errors));

test('what is sent', () => {
  expect(currenciesOf(fields.currencies)).toEqual(['USD', 'EUR']);
  expect(newPlanOf(fields)).toEqual({
    ...{ name: 'Pro', type: 'BILLING', supportedCurrencies: ['USD', 'EUR'] },
    pricingCycleConfig: {
      ...{ interval: 'MONTHLY', gracePeriod: 2, startOffset: { dayOffset: '1', monthOffset: 'NIL' } },
    },
  });
});

test.each([
  [{ interval: 'QUARTERLY', monthOffset: '2' }, { startOffset: { dayOffset: '1', monthOffset: '2' } }],
  [{ interval: 'MONTHLY', isAnniversary: true }, { anniversaryCycle: true }],
  [{ interval: 'CUSTOM_DAYS', intervalDays: '10' }, { intervalDays: 10 }],
])('the cycle of %j is read as it was sent', (change, members) => {
  const cycle = cycleOf({ ...fields, ...change });
  expect(cycle).toEqual({ interval: change.interval, gracePeriod: 2, ...members });
  const plan = {
    ...newPlanOf({ ...fields, ...change }),
    deferredRevenue: false,
    allowOngoingCycleUpdates: false,
  };
  expect(cycleOf(fieldsOfPlan(plan as never))).toEqual(cycle);
});
