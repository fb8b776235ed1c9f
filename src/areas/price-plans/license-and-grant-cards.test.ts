import { beforeAll, describe, expect, it } from 'vitest';
import { type Client, useService } from '#test/running-app.ts';

const service = useService();
let client: Client;
let [seat, person, credits, fee]: string[] = [];
let plans = 0;

beforeAll(async () => {
  client = service.production;
  const sell = async (name: string, type: string) =>
    (await client.must.post('/addons', { name, type, billableName: `${name}s` })).id as string;
  seat = await sell('Seat', 'LICENSE');
  person = await sell('Person', 'NAMED_LICENSE');
  credits = await sell('Credit', 'CREDIT_GRANT');
  fee = await sell('Fee', 'FIXED_FEE');
});

async function newPlan(terms: object = {}): Promise<string> {
  const plan = { name: `Plan ${++plans}`, type: 'BILLING', supportedCurrencies: ['USD'], ...terms };
  return (await client.must.post('/v2/price_plans', plan)).id;
}
const edit = (plan: string, ...cards: unknown[]) => {
  const operations = cards.map((rateCard) => ({ actionType: 'CREATE', rateCard }));
  return client.post(`/v2/price_plans/${plan}/rate_cards`, { operations });
};

const prices = {
  ratePlan: { pricingModel: 'TIERED', slabs: [{ order: 1, startAfter: 0, priceType: 'PER_UNIT' }] },
  rateValues: [{ currency: 'USD', slabRates: [{ order: 1, rate: 30 }] }],
};
const license = (inner: object = {}, outer: object = {}) => ({
  ...{ billableId: seat, type: 'LICENSE', invoiceTiming: 'IN_ADVANCE' },
  rateCardDetails: { licenseRateCard: { enableProration: true, ...prices, ...inner } },
  ...outer,
});
const usd = { currency: 'USD', creditAmount: 100, slabDetails: [] as object[] };
const flat = { startAfter: 0, priceType: 'FLAT', rate: 10 };
const grant = (
  {
    grantDetails,
    detail,
    rateDetails,
    ...inner
  }: { grantDetails?: object; detail?: object; rateDetails?: object; [member: string]: unknown } = {},
  outer: object = {},
) => ({
  ...{ billableId: credits, type: 'CREDIT_GRANT', invoiceTiming: 'IN_ADVANCE' },
  rateCardDetails: {
    creditGrantRateCard: {
      grantDetails: { priority: 0, expiryType: 'NO_EXPIRY', ...(grantDetails as object) },
      rateDetails: {
        pricingModel: 'TIERED',
        currencySlabRateDetails: [{ ...usd, slabDetails: [flat], ...(detail as object) }],
        ...(rateDetails as object),
      },
      ...inner,
    },
  },
  ...outer,
});
const commitment = (plan: string, inner: object = {}, outer: object = {}) => ({
  ...{ billableId: plan, type: 'MINIMUM_COMMITMENT', invoiceTiming: 'IN_ARREARS' },
  rateCardDetails: {
    minimumCommitmentRateCard: { rateValues: [{ currency: 'USD', rate: 1000 }], ...inner },
  },
  ...outer,
});

describe('cards of licences, credit grants and commitments', () => {
  it('200 with what is meant by silence, and named by what they bill', async () => {
    const plan = await newPlan();
    const { status, body } = await edit(
      plan,
      license(),
      license({ enableProration: false }, { billableId: person, invoiceTiming: 'IN_ARREARS' }),
      grant(),
      commitment(plan),
    );
    expect([status, body.message]).toEqual([200, undefined]);
    const [inAdvance, inArrears, granted, committed] = body.rateCards;
    expect(body.rateCards).toMatchObject([
      { displayName: 'Seats', name: `license_${seat}`.toLowerCase(), currencies: ['USD'] },
      { displayName: 'Persons' },
      { displayName: 'Credits', currencies: ['USD'], pricePlanId: plan },
      { displayName: 'Minimum commitment', billableId: plan, currencies: ['USD'] },
    ]);
    expect(inAdvance.rateCardDetails.licenseRateCard).toEqual({
      ...{ id: seat, name: inAdvance.name, displayName: 'Seats', invoiceTiming: 'IN_ADVANCE' },
      ...{ type: 'LICENSE', enableProration: true, proratedRefundMode: 'CREDITS', ...prices },
    });
    expect(inArrears.rateCardDetails.licenseRateCard).toMatchObject({
      ...{ type: 'NAMED_LICENSE', enableProration: false, proratedRefundMode: 'NONE' },
    });
    expect(granted.rateCardDetails.creditGrantRateCard).toEqual({
      ...{ id: credits, name: granted.name, displayName: 'Credits', invoiceTiming: 'IN_ADVANCE' },
      ...{ type: 'RECURRING', recurrenceConfig: { interval: 1, offset: 0 } },
      grantDetails: { priority: 0, expiryType: 'NO_EXPIRY', applicableEntityIds: [] },
      rateDetails: {
        pricingModel: 'TIERED',
        currencySlabRateDetails: [{ ...usd, slabDetails: [flat] }],
      },
    });
    expect(committed.rateCardDetails).toEqual({
      minimumCommitmentRateCard: {
        displayName: 'Minimum commitment',
        rateValues: [{ currency: 'USD', rate: 1000 }],
      },
    });
    const listed = await client.must.get(`/v2/price_plans/${plan}/rate_cards`);
    expect(listed.data).toEqual(body.rateCards);
    const copy = { name: 'Copy', type: 'BILLING', supportedCurrencies: ['USD'] };
    const { id } = await client.must.post(`/v2/price_plans?source_price_plan_id=${plan}`, copy);
    const copied = (await client.must.get(`/v2/price_plans/${id}/rate_cards`)).data;
    expect(copied.map(({ billableId }: { billableId: string }) => billableId)).toEqual([
      ...[seat, person, credits],
      id, // the commitment is of the plan it stands in
    ]);
  });

  it('200 with every member, every digit as it was sent', async () => {
    const licensed = {
      ...{ name: 'seats', displayName: 'Desks', tag: 'Space', id: seat, type: 'LICENSE' },
      ...{ invoiceTiming: 'IN_ADVANCE', usageCycle: 'WEEKLY', proratedRefundMode: 'NONE' },
      config: { maxQuantity: 5000, maxQuantityBreachAction: 'DO_NOTHING' },
    };
    const grantDetails = {
      ...{ priority: 100, expiryType: 'CUSTOM', expiryDuration: 'P1Y' },
      applicableEntityIds: [seat, fee, 'ALL_USAGE_METER_RATE_CARDS'],
    };
    const slabDetails = [
      { startAfter: 0, priceType: 'FLAT', rate: 0 },
      { startAfter: 10.5, priceType: 'PACKAGE', slabConfig: { packageSize: '10' }, rate: -0.1 },
    ];
    const detail = { creditAmount: 100.25, slabDetails, rateConfig: { maximumRate: '9' } };
    const granted = {
      ...{ name: 'given', displayName: 'Gift', id: credits, type: 'ONE_TIME', invoiceTiming: 'PREPAID' },
      recurrenceConfig: { interval: 3, offset: 1 },
    };
    const { body } = await edit(
      await newPlan(),
      license(licensed),
      grant({ ...granted, grantDetails, detail }, { invoiceTiming: 'PREPAID' }),
    );
    expect(body.rateCards).toMatchObject([
      { tag: 'Space', rateCardDetails: { licenseRateCard: licensed } },
      {
        rateCardDetails: {
          creditGrantRateCard: {
            ...{ ...granted, grantDetails },
            rateDetails: { currencySlabRateDetails: [{ currency: 'USD', ...detail }] },
          },
        },
      },
    ]);
  });

  const at = 'operations[0].rateCard';
  const inLicense = `${at}.rateCardDetails.licenseRateCard`;
  const inGrant = `${at}.rateCardDetails.creditGrantRateCard`;
  const inDetail = `${inGrant}.rateDetails.currencySlabRateDetails[0]`;
  const custom = (expiryDuration?: string) =>
    grant({ grantDetails: { expiryType: 'CUSTOM', expiryDuration } as object });
  const max = (maxQuantity: number) => license({ config: { maxQuantity } });
  it.each([
    [license({}, { invoiceTiming: 'PREPAID' }), `${at}.invoiceTiming: must be one of IN_ADVANCE, IN_ARREARS`],
    [license({ type: 'FIXED_FEE' }), `${inLicense}.type: must be one of LICENSE, NAMED_LICENSE`],
    [license({ usageCycle: 'DAILY' }), /usageCycle: must be one of WEEKLY, MONTHLY, /],
    [license({ enableProration: undefined }), `${inLicense}.enableProration: is required`],
    [max(1.5), `${inLicense}.config.maxQuantity: must be a whole number`],
    [max(-1), `${inLicense}.config.maxQuantity: must be at least 0`],
    [license({ proratedRefundMode: 'CASH' }), /must be one of NONE, CREDITS, PAYMENT, WALLET$/],
    [
      license({
        ratePlan: { pricingModel: 'TIERED', slabs: [{ order: 1, startAfter: 5, priceType: 'FLAT' }] },
      }),
      `${inLicense}.ratePlan.slabs[0].startAfter: the first slab must start after 0`,
    ],
    [grant({ grantDetails: { priority: -1 } }), `${inGrant}.grantDetails.priority: must be at least 0`],
    [custom(), `${inGrant}.grantDetails.expiryDuration: is required for expiryType CUSTOM`],
    [
      custom('a year'),
      `${inGrant}.grantDetails.expiryDuration: must be an ISO 8601 duration, such as P1M or PT12H`,
    ],
    [custom('-P1D'), `${inGrant}.grantDetails.expiryDuration: must not be negative`],
    [custom('P0D'), `${inGrant}.grantDetails.expiryDuration: must be longer than 0`],
    [
      grant({ detail: { creditAmount: 0.001 } }),
      `${inDetail}.creditAmount: must have at most 2 decimal places in USD`,
    ],
    [grant({ detail: { creditAmount: -1 } }), /^operations\[0\].+: must be at least 0$/],
    [grant({ detail: { currency: 'EUX' } }), `${inDetail}.currency: EUX is not an ISO 4217 currency`],
    [
      grant({ detail: { slabDetails: [flat, { ...flat, slabConfig: { packageSize: '0' } }] } }),
      `${inDetail}.slabDetails[1].startAfter: ` +
        'each slab must start at a larger quantity than the slab before it',
    ],
    [
      grant({ detail: { slabDetails: [{ ...flat, priceType: 'PACKAGE' }] } }),
      `${inDetail}.slabDetails[0].slabConfig.packageSize: ` +
        'a PACKAGE slab must have a packageSize greater than 0',
    ],
    [
      grant({ detail: { slabDetails: [{ ...flat, slabRateConfig: { minimumRate: 2, maximumRate: 1 } }] } }),
      `${inDetail}.slabDetails[0].slabRateConfig.minimumRate: ` +
        'the minimum must not be greater than the maximum',
    ],
    [
      grant({ detail: { rateConfig: { minimumValue: 2, maximumRate: 1 } } }),
      `${inDetail}.rateConfig.minimumRate: the minimum must not be greater than the maximum`,
    ],
    [commitment('pp.x'), `${at}.billableId: must be the id of the price plan for a minimum commitment`],
    [
      commitment('', {}, { invoiceTiming: 'IN_ADVANCE' }),
      /a MINIMUM_COMMITMENT card is invoiced IN_ARREARS$/,
    ],
    [
      commitment('', { rateValues: [{ currency: 'USD', rate: -0.1 }] }),
      /minimumCommitmentRateCard\.rateValues\[0\]\.rate: must be at least 0$/,
    ],
  ])('400 for %j', async (card, message) => {
    const plan = await newPlan();
    const { type, billableId } = card;
    const billed = { LICENSE: seat, CREDIT_GRANT: credits }[type] ?? (billableId || plan);
    const { status, body } = await edit(plan, { ...card, billableId: billed });
    expect([status, body.message]).toEqual([400, expect.stringMatching(toPattern(message))]);
  });

  it('404 for an add-on that nobody has, and for credits that pay for nothing known', async () => {
    const plan = await newPlan();
    const unknown = await edit(plan, license({}, { billableId: 'addon.x' }));
    expect([unknown.status, unknown.body.message]).toEqual([404, 'add-on addon.x not found']);
    const aimless = await edit(plan, grant({ grantDetails: { applicableEntityIds: ['ALL_RATE_CARDS'] } }));
    expect([aimless.status, aimless.body.message]).toEqual([404, 'billable ALL_RATE_CARDS not found']);
  });
});

describe('the errors of a plan', () => {
  const cycle = { pricingCycleConfig: { interval: 'MONTHLY', gracePeriod: 0 } };
  async function errors(terms: object, cards: (plan: string) => unknown[]): Promise<string[]> {
    const plan = await newPlan({ ...cycle, ...terms });
    const sent = await edit(plan, ...cards(plan));
    expect([sent.status, sent.body.message]).toEqual([200, undefined]);
    const { data } = await client.must.get(`/v2/price_plans/${plan}/errors`);
    return data.map(({ entityId, errorMessage }: Record<string, string>) => `${entityId}: ${errorMessage}`);
  }
  const named = (name: string) => ({ name });
  const price = { currency: 'EUR', slabRates: [{ order: 1, rate: 30 }] };

  it('none for a minimum in some currencies and for several grants of one add-on', async () => {
    const both = { rateValues: [...prices.rateValues, price] };
    const inTwo = {
      currencySlabRateDetails: [
        { ...usd, slabDetails: [flat] },
        { ...usd, currency: 'EUR', slabDetails: [flat] },
      ],
    };
    const found = await errors({ supportedCurrencies: ['USD', 'EUR'] }, (plan) => [
      ...[license(both), grant({ rateDetails: inTwo }), grant({ rateDetails: inTwo }), commitment(plan)],
    ]);
    expect(found).toEqual([]);
  });

  it('types of add-ons, second cards and currencies', async () => {
    const found = await errors({ supportedCurrencies: ['USD', 'EUR'] }, (plan) => [
      license(named('a'), { billableId: fee }),
      license(
        { name: 'b', type: 'LICENSE', rateValues: [...prices.rateValues, price] },
        { billableId: person },
      ),
      license({ ...named('c'), rateValues: [...prices.rateValues, price] }, { billableId: person }),
      grant(named('d'), { billableId: seat }),
      commitment(plan),
      commitment(plan),
    ]);
    expect(found).toEqual([
      'a: has no price in EUR',
      `a: add-on ${fee} is of type FIXED_FEE, not LICENSE`,
      `b: add-on ${person} is of type NAMED_LICENSE, not LICENSE`,
      `c: another rate card already prices ${person}`,
      'd: has no price in EUR',
      `d: add-on ${seat} is of type LICENSE, not CREDIT_GRANT`,
      expect.stringMatching(
        /^minimum_commitment_pp\..+_2: a plan can have at most one MINIMUM_COMMITMENT card$/,
      ),
    ]);
  });

  it.each([
    ['WEEKLY', 'MONTHLY', true],
    ['MONTHLY', 'MONTHLY', false],
    ['MONTHLY', 'QUARTERLY', true],
    ['ANNUALLY', 'HALF_YEARLY', false],
  ])('a usage cycle %s in a pricing cycle %s: %s', async (usageCycle, interval, isSound) => {
    const terms = { pricingCycleConfig: { interval, gracePeriod: 0 } };
    const cycles = `${usageCycle} must be shorter than the pricing cycle, ${interval}`;
    const message = `a: usageCycle: ${cycles}`;
    const found = await errors(terms, () => [license({ name: 'a', usageCycle })]);
    expect(found).toEqual(isSound ? [] : [message]);
  });

  it('a plan with deferred revenue, and one that is bought once', async () => {
    const cards = (plan: string) => [
      license(named('a')),
      license(named('b'), { billableId: person, invoiceTiming: 'IN_ARREARS' }),
      ...[grant(named('c')), commitment(plan)],
    ];
    expect(await errors({ deferredRevenue: true }, cards)).toEqual([
      'a: a plan with deferred revenue cannot have a card that is invoiced IN_ADVANCE',
      'c: a plan with deferred revenue cannot have a CREDIT_GRANT card',
    ]);
    const purchase = { type: 'PURCHASE', pricingCycleConfig: undefined };
    expect(
      await errors(purchase, (plan) => [grant({ name: 'd', type: 'RECURRING' }), ...cards(plan)]),
    ).toEqual([
      'd: a PURCHASE plan can only have CREDIT_GRANT cards of type ONE_TIME',
      'a: a PURCHASE plan cannot have a LICENSE card',
      'b: a PURCHASE plan cannot have a LICENSE card',
      expect.stringMatching(/: a PURCHASE plan cannot have a MINIMUM_COMMITMENT card$/),
    ]);
  });
});

function toPattern(message: string | RegExp): RegExp {
  if (message instanceof RegExp) return message;
  return new RegExp(`^${message.replace(/[.[\]]/g, '\\$&')}$`);
}
