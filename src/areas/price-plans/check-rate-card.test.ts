import { describe, expect, it } from 'vitest';
import type { StoredUsageCard } from './card-details-schema.ts';
import { checkRateCard } from './check-rate-card.ts';

type Slab = StoredUsageCard['ratePlan']['slabs'][number];
type Value = StoredUsageCard['rateValues'][number];

const slab = (order: number, startAfter: string, more: Partial<Slab> = {}): Slab => ({
  order,
  startAfter,
  priceType: 'PER_UNIT',
  ...more,
});
const value = (currency: string, ...orders: number[]): Value => ({
  currency,
  slabRates: orders.map((order) => ({ order, rate: '1' })),
});
const check = (slabs: Slab[], ...rateValues: Value[]) =>
  checkRateCard({ usageRateCard: { ratePlan: { pricingModel: 'TIERED', slabs }, rateValues } }, 'card');

const NO_SIZE = 'slabConfig.packageSize: a PACKAGE slab must have a packageSize greater than 0';

describe('usage cards', () => {
  it('two slabs in two currencies, in any order of their rates', () => {
    expect(check([slab(1, '0'), slab(2, '100')], value('USD', 2, 1), value('JPY', 1, 2))).toEqual([]);
  });

  it.each([
    //  slabs                                            problems
    [
      [slab(1, '0'), slab(3, '100')],
      [
        'card.usageRateCard.ratePlan.slabs[1].order: the orders must be 1 to 2, each exactly once',
        'card.usageRateCard.rateValues[0].slabRates: must have exactly one rate for each slab order',
      ],
    ],
    [
      [slab(1, '1'), slab(2, '100')],
      ['card.usageRateCard.ratePlan.slabs[0].startAfter: the first slab must start after 0'],
    ],
    [
      [slab(1, '0'), slab(2, '0')],
      [
        'card.usageRateCard.ratePlan.slabs[1].startAfter: ' +
          'each slab must start at a larger quantity than the slab before it',
      ],
    ],
    [
      [slab(1, '0'), slab(2, '10', { priceType: 'PACKAGE' })],
      [`card.usageRateCard.ratePlan.slabs[1].${NO_SIZE}`],
    ],
    [
      [slab(1, '0'), slab(2, '10', { priceType: 'PACKAGE', slabConfig: { packageSize: '0' } })],
      [`card.usageRateCard.ratePlan.slabs[1].${NO_SIZE}`],
    ],
  ])('slabs %j', (slabs, problems) => {
    expect(check(slabs, value('USD', 1, 2))).toEqual(problems);
  });

  it('bounds in the wrong order are named where they stand', () => {
    const usd = value('USD', 2, 1);
    const bounds = { minimumRate: '2', maximumRate: '1.5' };
    usd.rateConfig = bounds;
    usd.slabRates[0] = { order: 2, rate: '1', slabRateConfig: bounds };
    expect(check([slab(1, '0'), slab(2, '10')], usd)).toEqual([
      'card.usageRateCard.rateValues[0].slabRates[0].slabRateConfig.minimumRate: ' +
        'the minimum must not be greater than the maximum',
      'card.usageRateCard.rateValues[0].rateConfig.minimumRate: ' +
        'the minimum must not be greater than the maximum',
    ]);
  });

  it.each([
    [
      [value('USD', 1), value('USD', 1)],
      'card.usageRateCard.rateValues[1].currency: USD is repeated; send one price per currency',
    ],
    [[value('XAU', 1)], 'card.usageRateCard.rateValues[0].currency: XAU is not an ISO 4217 currency'],
    [
      [value('USD', 1, 1)],
      'card.usageRateCard.rateValues[0].slabRates: must have exactly one rate for each slab order',
    ],
    [
      [value('USD')],
      'card.usageRateCard.rateValues[0].slabRates: must have exactly one rate for each slab order',
    ],
  ])('prices %j', (values, problem) => {
    expect(check([slab(1, '0')], ...values)).toEqual([problem]);
  });
});

describe('prices that events carry', () => {
  const dynamic = slab(1, '0', { priceType: 'DYNAMIC' });
  const card = (slabs: Slab[], members: Partial<StoredUsageCard>) => {
    const ratePlan = { pricingModel: 'TIERED' as const, slabs };
    return { ratePlan, rateValues: [value('USD', ...slabs.map(({ order }) => order))], ...members };
  };
  const [atMeter, atCap] = ['card.usageRateCard.priceMeterId', 'card.usageRateCard.maximumQuantity'];

  it.each<[title: string, slabs: Slab[], members: Partial<StoredUsageCard>, problems: string[]]>([
    ['with its meter', [dynamic], { priceMeterId: 'um.1' }, []],
    ['without', [dynamic], {}, [`${atMeter}: is required for a DYNAMIC price`]],
    [
      'a meter alone',
      [slab(1, '0')],
      { priceMeterId: 'um.1' },
      [`${atMeter}: is only valid for a DYNAMIC price; leave it out`],
    ],
    [
      'capped',
      [dynamic],
      { priceMeterId: 'um.1', maximumQuantity: '5' },
      [`${atCap}: is not valid for a DYNAMIC price; cap it with rateConfig.maximumRate`],
    ],
    [
      'among others',
      [dynamic, slab(2, '10')],
      { priceMeterId: 'um.1' },
      ['card.usageRateCard.ratePlan.slabs[0].priceType: a DYNAMIC slab must be the only slab'],
    ],
    ['a cap of any other price', [slab(1, '0')], { maximumQuantity: '0' }, []],
    ['a percentage', [slab(1, '0', { priceType: 'PERCENTAGE' })], {}, []],
  ])('%s', (_title, slabs, members, problems) => {
    expect(checkRateCard({ usageRateCard: card(slabs, members) }, 'card')).toEqual(problems);
  });

  it('are of usage cards only', () => {
    const licenseRateCard = { ...card([dynamic], {}), enableProration: true };
    const [licenses] = checkRateCard({ licenseRateCard }, 'card');
    const reason = 'the price type DYNAMIC is for USAGE cards only, because their events carry the price';
    expect(licenses).toBe(`card.licenseRateCard.ratePlan.slabs[0].priceType: ${reason}`);
    const detail = { currency: 'USD', creditAmount: '1', slabDetails: [{ ...dynamic, rate: '1' }] };
    const rateDetails = { pricingModel: 'TIERED' as const, currencySlabRateDetails: [detail] };
    const grantDetails = { priority: 1, expiryType: 'NO_EXPIRY' as const };
    const [credits] = checkRateCard({ creditGrantRateCard: { grantDetails, rateDetails } }, 'card');
    expect(credits).toMatch(
      /currencySlabRateDetails\[0\]\.slabDetails\[0\]\.priceType: the price type DYNAMIC/,
    );
  });
});

it('fixed fees: currencies and blocks', () => {
  const fee = { enableProration: false, rateValues: [{ currency: 'EUX', rate: '1' }] };
  const recurrenceConfig = { interval: 0, offset: 0 };
  expect(checkRateCard({ fixedFeeRateCard: { ...fee, recurrenceConfig } }, 'card')).toEqual([
    'card.fixedFeeRateCard.rateValues[0].currency: EUX is not an ISO 4217 currency',
    'card.fixedFeeRateCard.recurrenceConfig: the recurrence interval must be a whole number of at least 1',
  ]);
});
