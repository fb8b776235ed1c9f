import { beforeAll, describe, expect, it } from 'vitest';
import {
  type CardTerms,
  editTimeline,
  openAccount,
  publishPlan,
  sellFee,
  sellUsage,
  use,
} from '#test/billing-scenario.ts';
import { useService } from '#test/running-app.ts';

/*
 * On 10 February, the last closed cycle is January. Usage of January: alpha 100, beta 250, gamma nothing;
 * delta has had the plan since 5 February. The old plan costs 31 and 1 per call, its draft 62 and 0.9.
 */
const service = useService();
const ids = { plan: '', meter: '', fee: '' };
const cardsOf = (rate: number, fee: number): CardTerms[] => [
  { type: 'USAGE', billableId: ids.meter, usage: { model: 'TIERED', slabs: [{ rate }] } },
  { type: 'FIXED_FEE', billableId: ids.fee, fee: { rate: fee, isProrated: true } },
];

beforeAll(async () => {
  const { sandbox } = service;
  await sandbox.setClock('2030-01-01T00:00:00Z');
  ids.meter = await sellUsage(sandbox, 'calls');
  ids.fee = await sellFee(sandbox, 'Base');
  ids.plan = await publishPlan(sandbox, { name: 'Old', cards: cardsOf(1, 31) });
  for (const account of ['alpha', 'beta', 'gamma', 'delta', 'idle']) await openAccount(sandbox, account);
  await sandbox.must.patch('/accounts/alpha', { tags: ['enterprise'] });
  for (const account of ['alpha', 'beta', 'gamma'])
    await editTimeline(sandbox, account, [{ planId: ids.plan, from: '2030-01-01' }]);
  await editTimeline(sandbox, 'delta', [{ planId: ids.plan, from: '2030-02-05' }]);
  await sandbox.setClock('2030-01-31T00:00:00Z');
  const call = (account: string, amount: string) =>
    use(sandbox, { meter: 'calls', account, at: '2030-01-20T00:00:00Z', amount });
  await call('alpha', '100');
  await call('beta', '250');
  await sandbox.setClock('2030-02-10T00:00:00Z');
  const { data } = await sandbox.must.get(`/v2/price_plans/${ids.plan}/rate_cards`);
  const priceOf = (type: string) => data.find((card: { type: string }) => card.type === type);
  const [usage, fee] = [priceOf('USAGE'), priceOf('FIXED_FEE')];
  usage.rateCardDetails.usageRateCard.rateValues[0].slabRates[0].rate = 0.9;
  fee.rateCardDetails.fixedFeeRateCard.rateValues[0].rate = 62;
  await sandbox.must.post(`/v2/price_plans/${ids.plan}/rate_cards`, {
    operations: [usage, fee].map(({ name, billableId, type, invoiceTiming, rateCardDetails }) => ({
      ...{ actionType: 'UPDATE', rateCardName: name },
      rateCard: { billableId, type, invoiceTiming, rateCardDetails },
    })),
  });
});

const start = (body: object = {}) =>
  service.sandbox.post('/ext/v1/simulations', {
    ...{ name: 'New prices', scenarios: [{ pricePlanId: ids.plan }], ...body },
  });
async function finish(body: object = {}) {
  const { body: created } = await start(body);
  const path = `/ext/v1/simulations/${created.id}`;
  await service.sandbox.settle();
  return { simulation: await service.sandbox.must.get(path), path };
}

describe('POST /ext/v1/simulations', () => {
  it('201, and the totals of the last closed cycle of every account that has a plan', async () => {
    const created = await start();
    expect([created.status, created.body]).toEqual([
      201,
      {
        ...{ id: expect.stringMatching(/^sim\./), name: 'New prices', status: 'RUNNING' },
        scenarios: [{ pricePlanId: ids.plan, version: 2, adjustments: [] }],
        ...{ cohort: {}, period: { mode: 'LAST_CLOSED_CYCLE' }, accountsTotal: 4, accountsDone: 0 },
        ...{ createdAt: expect.any(String), updatedAt: expect.any(String) },
      },
    ]);
    const { simulation, path } = await finish();
    // 131 + 281 + 31; 152 + 287 + 62
    expect(simulation).toMatchObject({ status: 'COMPLETED', accountsDone: 4 });
    expect(simulation.totals).toEqual([
      {
        ...{ scenario: 'A', currency: 'USD', accounts: 3, raised: 3, lowered: 0, unpriced: 1 },
        ...{ base: 443, candidate: 501, difference: 58 },
        distribution: expect.arrayContaining([
          // beta by 2.1 %, alpha by 16 %, gamma by 100 %
          ...[
            { bucket: 'UP', accounts: 1 },
            { bucket: 'UP_5', accounts: 1 },
            { bucket: 'UP_50', accounts: 1 },
          ],
        ]),
      },
    ]);
    const { data } = await service.sandbox.must.get(`${path}/results?_sort=difference:DESC`);
    const shown = data.map((each: Record<string, unknown>) => [
      each.accountId,
      each.base,
      each.candidate,
      each.difference,
    ]);
    expect(shown).toEqual([
      ['gamma', 31, 62, 31],
      ['alpha', 131, 152, 21],
      ['beta', 281, 287, 6],
      ['delta', undefined, undefined, 0],
    ]);
    expect(data[3].reason).toBe('the accounts have no price plan in the period');
    expect(data[1].cycles).toMatchObject([
      {
        ...{ start: '2030-01-01T00:00:00.000Z', end: '2030-02-01T00:00:00.000Z', base: 131, candidate: 152 },
        cards: [
          { type: 'USAGE', billableId: ids.meter, base: 100, candidate: 90, difference: -10 },
          { type: 'FIXED_FEE', billableId: ids.fee, base: 31, candidate: 62, difference: 31 },
        ],
      },
    ]);
    const lowest = await service.sandbox.must.get(
      `${path}/results?_sort=difference:ASC&pageSize=2&scenario=A`,
    );
    expect(lowest.data.map((each: { accountId: string }) => each.accountId)).toEqual(['delta', 'beta']);
    const next = await service.sandbox.must.get(`${path}/results?nextToken=${lowest.nextToken}`);
    expect(next.data.map((each: { accountId: string }) => each.accountId)).toEqual(['alpha', 'gamma']);
  });

  it('201 for a base, changed prices, a cohort and a range', async () => {
    const scenarios = [
      { pricePlanId: ids.plan, version: 1, adjustments: [{ percent: -10 }] },
      { pricePlanId: ids.plan, version: 1, adjustments: [{ billableId: ids.fee, percent: 12.5 }] },
    ];
    const { simulation } = await finish({
      ...{ scenarios, base: { pricePlanId: ids.plan, version: 1 }, cohort: { tag: 'enterprise' } },
      period: { mode: 'LOOKUP_RANGE', start: '2030-01-01T00:00:00Z', end: '2030-02-01T00:00:00Z' },
    });
    expect(simulation.accountsTotal).toBe(1);
    const totals = simulation.totals.map((each: Record<string, unknown>) => [
      each.scenario,
      each.base,
      each.candidate,
    ]);
    expect(totals).toEqual([
      // 131 × 0.9; 100 + 31 × 1.125, rounded to cents
      ['A', 131, 117.9],
      ['B', 131, 134.88],
    ]);
  });

  it.each<[number, RegExp, object]>([
    [404, /^price plan pp\.x not found$/, { scenarios: [{ pricePlanId: 'pp.x' }] }],
    [404, /^price plan version .* 9 not found$/, { scenarios: [{ pricePlanId: '<plan>', version: 9 }] }],
    [400, /^period: LOOKUP_RANGE needs a start and an end$/, { period: { mode: 'LOOKUP_RANGE' } }],
    [400, /scenarios: /, { scenarios: [] }],
    [
      400,
      /^scenarios\[0\]\.adjustments\[0\]\.billableId: um\.x is on no rate card of version 2/,
      { scenarios: [{ pricePlanId: '<plan>', adjustments: [{ billableId: 'um.x', percent: 1 }] }] },
    ],
    [400, /percent: /, { scenarios: [{ pricePlanId: '<plan>', adjustments: [{ percent: -101 }] }] }],
  ])('%i %s', async (status, message, more) => {
    const reply = await start(JSON.parse(JSON.stringify(more).replace('<plan>', ids.plan)));
    expect([reply.status, reply.body.message]).toEqual([status, expect.stringMatching(message)]);
  });
});
