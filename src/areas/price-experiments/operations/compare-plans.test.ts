import { beforeAll, describe, expect, it } from 'vitest';
import {
  type CardTerms,
  editTimeline,
  openAccount,
  publishPlan,
  sellFee,
  sellMeteredFeature,
  sellUsage,
  use,
} from '#test/billing-scenario.ts';
import { licenseCard, sellSeats, setSeats } from '#test/license-scenario.ts';
import { useService } from '#test/running-app.ts';

/*
 * alpha has the plan from 15 January (17 of 31 days), beta from 1 January; gamma has it in euros. Usage of
 * January: alpha 100, beta 250; of February: beta 10.
 */
const service = useService();
const ids = { old: '', euro: '', draft: '', meter: '', fee: '', feature: '', seats: '' };

const cardsOf = (rate: number, fee: number): CardTerms[] => [
  { type: 'USAGE', billableId: ids.meter, usage: { model: 'TIERED', slabs: [{ rate }] } },
  { type: 'FIXED_FEE', billableId: ids.fee, fee: { rate: fee, isProrated: true } },
];

beforeAll(async () => {
  const { sandbox } = service;
  await sandbox.setClock('2030-01-01T00:00:00Z');
  ids.meter = await sellUsage(sandbox, 'calls');
  ids.fee = await sellFee(sandbox, 'Base');
  ids.seats = await sellSeats(sandbox, 'Seats');
  ids.feature = await sellMeteredFeature(sandbox, 'Talk', ['calls']);
  const seats = licenseCard(ids.seats, { slabs: [{ rate: 31 }] });
  const overage: CardTerms = {
    ...{ type: 'ENTITLEMENT_OVERAGE', billableId: ids.feature, overage: { slabs: [{ rate: 0.1 }] } },
  };
  ids.old = await publishPlan(sandbox, { name: 'Old', cards: [...cardsOf(1, 31), overage] });
  ids.euro = await publishPlan(sandbox, { name: 'Euro', cards: cardsOf(1, 31), currency: 'EUR' });
  ids.draft = await publishPlan(sandbox, { name: 'New', cards: cardsOf(0.9, 62) });
  await sandbox.must.post(`/v2/price_plans/${ids.draft}/rate_cards`, {
    operations: [
      { actionType: 'DELETE', rateCardName: 'card 2' },
      {
        ...{ actionType: 'CREATE', rateCardName: 'seats' },
        rateCard: {
          ...{ billableId: ids.seats, type: 'LICENSE', invoiceTiming: 'IN_ARREARS' },
          rateCardDetails: seats.details,
        },
      },
    ],
  });
  for (const account of ['alpha', 'beta', 'idle']) await openAccount(sandbox, account);
  await sandbox.must.post('/ext/v1/organization/currencies', { currency: 'EUR', rate: 1.1 });
  await openAccount(sandbox, 'gamma', { invoiceCurrency: 'EUR' });
  await editTimeline(sandbox, 'alpha', [{ planId: ids.old, from: '2030-01-15' }]);
  await editTimeline(sandbox, 'beta', [{ planId: ids.old, from: '2030-01-01' }]);
  await editTimeline(sandbox, 'gamma', [{ planId: ids.euro, from: '2030-01-01' }]);
  await sandbox.setClock('2030-01-31T12:00:00Z');
  const call = (account: string, at: string, amount: string) =>
    use(sandbox, { meter: 'calls', account, at, amount });
  await call('alpha', '2030-01-20T00:00:00Z', '100');
  await call('beta', '2030-01-20T00:00:00Z', '250');
  await call('gamma', '2030-01-20T00:00:00Z', '5');
  await setSeats(sandbox, ids.seats, { account: 'beta', quantity: '2', from: '2030-01-31T00:00:00Z' });
  await sandbox.setClock('2030-02-10T00:00:00Z');
  await call('beta', '2030-02-05T00:00:00Z', '10');
});

const january = { mode: 'LOOKUP_CYCLE', lookupCycle: { cycleEffectiveOn: ['2030-01-20T00:00:00Z'] } };
const own = { mode: 'ACCOUNT' };
const compare = (body: object) =>
  service.sandbox.post('/ext/v1/plan_comparison', { period: january, ...body });

describe('POST /ext/v1/plan_comparison', () => {
  it('200 with both plans by card, by cycle, by account and by currency', async () => {
    const candidate = { mode: 'PRICE_PLAN', pricePlanId: ids.draft };
    const { status, body } = await compare({
      accountIds: ['beta', 'alpha', 'gamma', 'idle'],
      base: own,
      candidate,
    });
    expect([status, body.message]).toEqual([200, undefined]);
    const [beta, alpha, gamma, idle] = body.accounts;
    const facts = { displayName: expect.any(String) };
    expect(beta).toEqual({
      ...{ accountId: 'beta', currency: 'USD', base: 306, candidate: 227, difference: -79 },
      cycles: [
        {
          ...{ scheduleId: expect.any(String), base: 306, candidate: 227, difference: -79 },
          ...{ start: '2030-01-01T00:00:00.000Z', end: '2030-02-01T00:00:00.000Z' },
          cards: [
            // 250 × 1 and 250 × 0.9
            { ...facts, type: 'USAGE', billableId: ids.meter, base: 250, candidate: 225, difference: -25 },
            { ...facts, type: 'FIXED_FEE', billableId: ids.fee, base: 31, difference: -31 },
            // All of it: the plan grants no credits.
            { ...facts, type: 'ENTITLEMENT_OVERAGE', billableId: ids.feature, base: 25, difference: -25 },
            // 2 seats on 1 of 31 days
            { ...facts, type: 'LICENSE', billableId: ids.seats, candidate: 2, difference: 2 },
          ],
        },
      ],
    });
    // 100 × 1, 31 × 17 / 31, 100 × 0.1; 100 × 0.9
    expect(alpha).toMatchObject({ base: 127, candidate: 90, difference: -37 });
    expect(gamma).toEqual({
      ...{ accountId: 'gamma', currency: 'EUR', cycles: [] },
      reason: 'candidate: has prices in USD but not in EUR',
    });
    expect(idle).toMatchObject({ cycles: [], reason: 'the accounts have no price plan in the period' });
    expect(body.totals).toEqual([
      { currency: 'USD', accounts: 2, base: 433, candidate: 317, difference: -116 },
    ]);
  });

  it('200 for the cycles that begin in a range, a plan that is sent along, and a version', async () => {
    const lookupRange = { start: '2030-01-10T00:00:00Z', end: '2030-03-01T00:00:00Z' };
    const fixedFeeRateCards = [
      { id: ids.fee, enableProration: true, rateValues: [{ currency: 'USD', rate: 62 }] },
    ];
    const pricingCycleConfig = { interval: 'QUARTERLY', gracePeriod: 0 };
    const { body } = await compare({
      ...{ accountIds: ['alpha', 'beta'], period: { mode: 'LOOKUP_RANGE', lookupRange } },
      base: { mode: 'PRICE_PLAN', pricePlanId: ids.draft, version: 1 },
      candidate: {
        mode: 'CUSTOM',
        pricePlanDetails: { supportedCurrencies: ['USD'], pricingCycleConfig, fixedFeeRateCards },
      },
    });
    const cycles = body.accounts.map((account: { cycles: Record<string, unknown>[] }) =>
      account.cycles.map(({ start, base, candidate }) => [start, base, candidate]),
    );
    expect(cycles).toEqual([
      [
        // 100 × 0.9 and 62 × 17 / 31; 62 × 17 / 31
        ['2030-01-15T00:00:00.000Z', 124, 34],
        ['2030-02-01T00:00:00.000Z', 62, 62],
      ],
      [['2030-02-01T00:00:00.000Z', 71, 62]],
    ]);
  });

  it('200 and no difference between an account and itself', async () => {
    const { body } = await compare({ accountId: 'beta', base: own, candidate: own });
    expect(body.totals).toEqual([{ currency: 'USD', accounts: 1, base: 306, candidate: 306, difference: 0 }]);
  });

  it.each<[number, RegExp, object]>([
    [404, /^account nobody not found$/, { accountIds: ['alpha', 'nobody'] }],
    [404, /^price plan pp\.x not found$/, { candidate: { mode: 'PRICE_PLAN', pricePlanId: 'pp.x' } }],
    [
      404,
      /^price plan version .* 9 not found$/,
      { candidate: { mode: 'PRICE_PLAN', pricePlanId: '<old>', version: 9 } },
    ],
    [400, /^accountIds: send either/, { accountId: 'alpha', accountIds: ['beta'] }],
    [400, /^candidate\.pricePlanId: is required for mode PRICE_PLAN$/, { candidate: { mode: 'PRICE_PLAN' } }],
    [400, /^base\.pricePlanDetails: is required for mode CUSTOM$/, { base: { mode: 'CUSTOM' } }],
    [400, /^period\.lookupRange: is required for mode LOOKUP_RANGE$/, { period: { mode: 'LOOKUP_RANGE' } }],
    [
      400,
      /^period\.lookupRange\.end: must be within 12 months/,
      {
        period: {
          ...{
            mode: 'LOOKUP_RANGE',
            lookupRange: { start: '2030-01-01T00:00:00Z', end: '2031-01-02T00:00:00Z' },
          },
        },
      },
    ],
  ])('%i %s', async (status, message, more) => {
    const accounts = 'accountId' in more ? {} : { accountIds: ['alpha'] };
    const sent = JSON.stringify({ base: own, candidate: own, ...accounts, ...more }).replace(
      '<old>',
      ids.old,
    );
    const reply = await compare(JSON.parse(sent));
    expect([reply.status, reply.body.message]).toEqual([status, expect.stringMatching(message)]);
  });
});
