import { describe, expect, it } from 'vitest';
import { useService } from '#test/running-app.ts';

const service = useService();
const curve = (body: object) => service.production.post('/ext/v1/price_curve', body);

type Tier = [startAfter: number, priceType: string, rate: number, packageSize?: string];
const prices = (pricingModel: string, tiers: readonly Tier[], rateConfig?: object) => ({
  ratePlan: {
    pricingModel,
    slabs: tiers.map(([startAfter, priceType, , packageSize], index) => ({
      ...{ order: index + 1, startAfter, priceType },
      ...(packageSize && { slabConfig: { packageSize } }),
    })),
  },
  rateValue: {
    currency: 'USD',
    slabRates: tiers.map(([, , rate], index) => ({ order: index + 1, rate })),
    ...(rateConfig && { rateConfig }),
  },
});
const three: Tier[] = [
  [0, 'PER_UNIT', 0.01],
  [1000, 'PER_UNIT', 0.008],
  [10000, 'PER_UNIT', 0.005],
];

describe('POST /ext/v1/price_curve', () => {
  it.each<[string, object, number, number, number | undefined]>([
    // what, prices, quantity, amount, unit price
    ['nothing used', prices('TIERED', three), 0, 0, undefined],
    ['the first tier', prices('TIERED', three), 1000, 10, 0.01],
    // 10 + 9000 × 0.008 + 10000 × 0.005
    ['graduated', prices('TIERED', three), 20000, 132, 0.0066],
    // 20000 × 0.005
    ['volume', prices('VOLUME', three), 20000, 100, 0.005],
    // 3 packages of 100 at 7.5
    ['a package that is begun', prices('TIERED', [[0, 'PACKAGE', 7.5, '100']]), 250, 22.5, 0.09],
    ['per cent', prices('TIERED', [[0, 'PERCENTAGE', 2.9]]), 1.005, 0.029145, 0.029],
    ['the least that is owed', prices('TIERED', three, { minimumRate: '25' }), 100, 25, 0.25],
    ['the most that is owed', prices('TIERED', three, { maximumRate: '50' }), 20000, 50, 0.0025],
    // 1000 of 4000 units are charged
    ['a cap on units', { ...prices('TIERED', three), maximumQuantity: 1000 }, 4000, 10, 0.0025],
    ['a third', prices('TIERED', [[0, 'FLAT', 1]]), 3, 1, 1 / 3],
  ])('200 for %s', async (_, body, quantity, amount, unitPrice) => {
    const reply = await curve({ ...body, quantities: [quantity] });
    const point = { quantity, amount, ...(unitPrice !== undefined && { unitPrice }) };
    expect([reply.status, reply.body]).toEqual([200, { currency: 'USD', points: [point] }]);
  });

  it('200 with both sides of every border, up to twice the start of the last tier', async () => {
    const { body } = await curve(prices('VOLUME', three));
    const amounts = new Map(
      body.points.map((each: { quantity: number; amount: number }) => [each.quantity, each.amount]),
    );
    expect([0, 1, 1000, 1001, 10000, 10001, 20000].map((each) => amounts.get(each))).toEqual([
      // 1001 × 0.008; 10000 × 0.008; 10001 × 0.005
      0, 0.01, 10, 8.008, 80, 50.005, 100,
    ]);
    const quantities = [...amounts.keys()] as number[];
    expect(quantities).toEqual(quantities.toSorted((a, b) => a - b));
    expect(quantities.length).toBeLessThan(50);
    const short = await curve({ ...prices('TIERED', three), upTo: 1.5 });
    expect(short.body.points.at(-1)).toEqual({ quantity: 1.5, amount: 0.015, unitPrice: 0.01 });
  });

  it.each<[string, object]>([
    [
      'ratePlan.slabs[1].startAfter: each slab must start at a larger quantity than the slab before it',
      prices('TIERED', [three[0] as Tier, [0, 'PER_UNIT', 1]]),
    ],
    [
      'rateValue.slabRates: must have exactly one rate for each slab order',
      { ...prices('TIERED', three), rateValue: { currency: 'USD', slabRates: [{ order: 1, rate: 1 }] } },
    ],
    [
      'ratePlan: a DYNAMIC price depends on the amounts in events and has no curve',
      prices('TIERED', [[0, 'DYNAMIC', 1]]),
    ],
    [
      'rateValue.rateConfig.minimumRate: the minimum must not be greater than the maximum',
      prices('TIERED', three, { minimumRate: '2', maximumRate: '1' }),
    ],
  ])('400 %s', async (message, body) => {
    const reply = await curve(body);
    expect([reply.status, reply.headers['error-code'], reply.body.message]).toEqual([
      400,
      'RATE_CARD_INVALID',
      message,
    ]);
  });

  it('400 for a currency that does not exist', async () => {
    const { rateValue, ratePlan } = prices('TIERED', three);
    const { status, body } = await curve({ ratePlan, rateValue: { ...rateValue, currency: 'XYZ' } });
    expect([status, body.message]).toEqual([400, 'rateValue.currency: XYZ is not an ISO 4217 currency']);
  });
});
