import { beforeAll, expect, it } from 'vitest';
import { editTimeline, openAccount, publishPlan, sellFee, sellUsage, use } from '#test/billing-scenario.ts';
import { type Reply, useService } from '#test/running-app.ts';

/* In January, alpha used 100 calls at 1, with a fee of 31; the scenario takes ten per cent off the calls. */
const service = useService();
let path = '';

beforeAll(async () => {
  const { sandbox } = service;
  await sandbox.setClock('2030-01-01T00:00:00Z');
  const meter = await sellUsage(sandbox, 'calls');
  const fee = await sellFee(sandbox, 'Base');
  const plan = await publishPlan(sandbox, {
    name: 'Plan',
    cards: [
      { type: 'USAGE', billableId: meter, usage: { model: 'TIERED', slabs: [{ rate: 1 }] } },
      { type: 'FIXED_FEE', billableId: fee, fee: { rate: 31 } },
    ],
  });
  for (const account of ['alpha', 'other']) await openAccount(sandbox, account);
  await editTimeline(sandbox, 'alpha', [{ planId: plan, from: '2030-01-01' }]);
  await sandbox.setClock('2030-01-31T00:00:00Z');
  await use(sandbox, { meter: 'calls', account: 'alpha', at: '2030-01-20T00:00:00Z', amount: '100' });
  await sandbox.setClock('2030-02-10T00:00:00Z');
  const adjustments = [{ billableId: meter, percent: -10 }];
  const scenarios = [{ pricePlanId: plan, version: 1, adjustments }];
  const { id } = await sandbox.must.post('/ext/v1/simulations', { name: 'Less', scenarios });
  await sandbox.settle();
  path = `/ext/v1/simulations/${id}/results`;
});

const explain = (account: string, scenario = 'A') =>
  service.sandbox.get(`${path}/${scenario}/${account}/explain`);
const last = (steps: readonly string[]) => steps.slice(-2);

it('200 with the steps to each amount of both plans, as an invoice has them', async () => {
  const { status, body } = await explain('alpha');
  expect(status).toBe(200);
  expect(body).toMatchObject({ scenario: 'A', accountId: 'alpha', currency: 'USD', isCurrent: true });
  const [cycle] = body.cycles;
  expect(cycle.start).toBe('2030-01-01T00:00:00.000Z');
  const [calls, fee] = cycle.cards as Reply['body'][];
  expect([calls.base[0].amount, calls.candidate[0].amount]).toEqual([100, 90]); // 100 × 1; 100 × 0.9
  expect(last(calls.base[0].steps)).toEqual([
    expect.stringContaining('100 units × 1 = 100'),
    'charged: 100 USD',
  ]);
  expect(last(calls.candidate[0].steps)).toEqual([
    expect.stringContaining('100 units × 0.9 = 90'),
    'charged: 90 USD',
  ]);
  expect([fee.base[0].amount, fee.candidate[0].amount]).toEqual([31, 31]);
  // The amounts of the steps are those of the result.
  const { data } = await service.sandbox.must.get(path);
  expect(data[0]).toMatchObject({ base: 131, candidate: 121 });
});

it('404 for an account or a scenario without a result', async () => {
  for (const [account, scenario] of [
    ['other', 'A'],
    ['alpha', 'B'],
  ] as const) {
    const { status, body } = await explain(account, scenario);
    expect([status, body.message]).toEqual([404, `scenario ${scenario} has no result of account ${account}`]);
  }
});

it('404 for an unknown simulation', async () => {
  const { status } = await service.sandbox.get('/ext/v1/simulations/sim.none/results/A/alpha/explain');
  expect(status).toBe(404);
});
