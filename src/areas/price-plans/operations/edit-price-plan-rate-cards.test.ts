import { beforeAll, describe, expect, it } from 'vitest';
import { publishPlan, sellFee, sellUsage } from '#test/billing-scenario.ts';
import { type Client, useService } from '#test/running-app.ts';

const service = useService();
let client: Client;
let [fee, meter]: [string, string] = ['', ''];
let plans = 0;

beforeAll(async () => {
  client = service.production;
  fee = await sellFee(client, 'Base');
  meter = await sellUsage(client, 'calls');
});

async function newPlan(terms: object = {}): Promise<string> {
  const plan = { name: `Plan ${++plans}`, type: 'BILLING', supportedCurrencies: ['USD'], ...terms };
  return (await client.must.post('/v2/price_plans', plan)).id;
}

const edit = (plan: string, ...operations: unknown[]) =>
  client.post(`/v2/price_plans/${plan}/rate_cards`, { operations });
const names = async (plan: string, query = '') =>
  (await client.must.get(`/v2/price_plans/${plan}/rate_cards${query}`)).data.map(
    ({ name }: { name: string }) => name,
  );

const feeDetails = (more: object = {}) => ({
  fixedFeeRateCard: { rateValues: [{ currency: 'USD', rate: 10 }], enableProration: true, ...more },
});
const feeCard = (more: object = {}) => ({
  billableId: fee,
  type: 'FIXED_FEE',
  invoiceTiming: 'IN_ADVANCE',
  rateCardDetails: feeDetails(),
  ...more,
});
const usageCard = (usage: object = {}, more: object = {}) => ({
  billableId: meter,
  type: 'USAGE',
  invoiceTiming: 'IN_ARREARS',
  rateCardDetails: {
    usageRateCard: {
      ratePlan: { pricingModel: 'TIERED', slabs: [{ order: 1, startAfter: 0, priceType: 'PER_UNIT' }] },
      rateValues: [{ currency: 'USD', slabRates: [{ order: 1, rate: 1 }] }],
      ...usage,
    },
  },
  ...more,
});
const create = (rateCard: unknown, rateCardName?: string) => ({
  actionType: 'CREATE',
  rateCard,
  rateCardName,
});

describe('POST /v2/price_plans/{price_plan_id}/rate_cards', () => {
  it('409 when another request changed the plan since it was read, draft or not', async () => {
    const plan = await newPlan({ pricingCycleConfig: { interval: 'MONTHLY', gracePeriod: 0 } });
    const send = (name: string, expectedUpdatedAt: string) =>
      client.post(`/v2/price_plans/${plan}/rate_cards`, {
        operations: [create(feeCard(), name)],
        expectedUpdatedAt,
      });
    const updatedAt = async () => (await client.must.get(`/v2/price_plans/${plan}`)).updatedAt;
    const read = await updatedAt();
    expect((await send('first', read)).status).toBe(200);
    const late = await send('second', read);
    expect([late.status, late.headers['error-code']]).toEqual([409, 'CONCURRENT_CHANGE']);
    expect(await names(plan)).toEqual(['first']);
    await client.must.post(`/v2/price_plans/${plan}/finalize`, {});
    expect((await send('second', read)).status).toBe(409);
    const again = { operations: [{ actionType: 'UPDATE', rateCardName: 'first', rateCard: feeCard() }] };
    const body = { ...again, expectedUpdatedAt: await updatedAt() };
    expect((await client.post(`/v2/price_plans/${plan}/rate_cards`, body)).status).toBe(200);
  });

  it.each([
    ['its terms', (plan: string) => client.must.patch(`/v2/price_plans/${plan}`, { description: 'changed' })],
    [
      'its pricing rules',
      (plan: string) => client.must.put(`/v2/price_plans/${plan}/pricing_rules`, { pricingRules: [] }),
    ],
  ])('409 when another request changed %s at the same instant of the clock', async (_name, change) => {
    const plan = await newPlan({ pricingCycleConfig: { interval: 'MONTHLY', gracePeriod: 0 } });
    const { updatedAt: expectedUpdatedAt } = await client.must.get(`/v2/price_plans/${plan}`);
    await change(plan);
    const body = { operations: [create(feeCard(), 'late')], expectedUpdatedAt };
    expect((await client.post(`/v2/price_plans/${plan}/rate_cards`, body)).status).toBe(409);
    expect(await names(plan)).toEqual([]);
  });

  it('200 and the card, every digit as it was sent', async () => {
    const plan = await newPlan();
    const body = `{"operations": [{"actionType": "CREATE", "rateCardName": "api", "rateCard": {
      "billableId": "${meter}", "type": "USAGE", "invoiceTiming": "IN_ARREARS", "tag": "Traffic",
      "rateCardDetails": {"usageRateCard": {
        "ratePlan": {"pricingModel": "VOLUME", "slabs": [
          {"order": 1, "startAfter": 0.0, "priceType": "FLAT"},
          {"order": 2, "startAfter": 1e3, "priceType": "PACKAGE", "slabConfig": {"packageSize": "0100.50"}}]},
        "rateValues": [{"currency": "USD",
          "slabRates": [{"order": 1, "rate": 0.10},
            {"order": 2, "rate": -12345678901234567890.123456789012345678,
            "slabRateConfig": {"minimumRate": 1, "maximumRate": "2.0"}}],
          "rateConfig": {"minimumRate": 0.1}}]}}}}]}`;
    const reply = await client.post(`/v2/price_plans/${plan}/rate_cards`, body);
    expect(reply.status).toBe(200);
    expect(reply.body.rateCards).toMatchObject([
      {
        name: 'api',
        billableId: meter,
        type: 'USAGE',
        displayName: 'calls',
        invoiceTiming: 'IN_ARREARS',
        tag: 'Traffic',
        referenceId: expect.stringMatching(/^ppv\./),
        referenceType: 'PRICE_PLAN',
        currencies: ['USD'],
        pricePlanId: plan,
      },
    ]);
    expect(reply.text).toContain(
      '"slabs":[{"order":1,"startAfter":0,"priceType":"FLAT"},' +
        '{"order":2,"startAfter":1000,"priceType":"PACKAGE","slabConfig":{"packageSize":"100.5"}}]',
    );
    // A double would have said -12345678901234567000.
    expect(reply.text).toContain(
      '"slabRates":[{"order":1,"rate":0.1},{"order":2,"rate":-12345678901234567890.123456789012345678,' +
        '"slabRateConfig":{"minimumRate":"1","maximumRate":"2"}}],"rateConfig":{"minimumRate":"0.1"}',
    );
    const listed = await client.get(`/v2/price_plans/${plan}/rate_cards`);
    expect(listed.text).toContain('-12345678901234567890.123456789012345678');
    expect(listed.body.data).toEqual(reply.body.rateCards);
  });

  it('200 and texts of the maps that we do not know are kept, wherever they stand', async () => {
    const slabConfig = { packageSize: '010', note: ' Ä ', minimumRate: 'none', rate: '0' };
    const slabRateConfig = { minimumRate: '1.0', minimumValue: '09', packageSize: 'x' };
    const rateConfig = { maximumRate: '5.50', 'a.b': '', slabs: '[]' };
    const send = async (plan: string, more: object = {}) =>
      edit(
        plan,
        create({
          ...{ billableId: meter, type: 'USAGE', invoiceTiming: 'IN_ARREARS' },
          rateCardDetails: {
            usageRateCard: {
              ratePlan: {
                pricingModel: 'TIERED',
                slabs: [{ order: 1, startAfter: 0, priceType: 'PACKAGE', slabConfig }],
              },
              rateValues: [
                {
                  ...{ currency: 'USD', slabRates: [{ order: 1, rate: 2, slabRateConfig }] },
                  rateConfig: { ...rateConfig, ...more },
                },
              ],
            },
          },
        }),
      );
    const plan = await newPlan();
    expect((await send(plan)).status).toBe(200);
    const [card] = (await client.must.get(`/v2/price_plans/${plan}/rate_cards`)).data;
    const { ratePlan, rateValues } = card.rateCardDetails.usageRateCard;
    expect([ratePlan.slabs[0].slabConfig, rateValues[0]]).toEqual([
      { ...slabConfig, packageSize: '10' },
      {
        currency: 'USD',
        slabRates: [{ order: 1, rate: 2, slabRateConfig: { ...slabRateConfig, minimumRate: '1' } }],
        rateConfig: { ...rateConfig, maximumRate: '5.5' },
      },
    ]);
    const rejected = await send(await newPlan(), { other: 1 });
    expect([rejected.status, rejected.body.message]).toEqual([
      ...[400, expect.stringMatching(/rateConfig\.other: must be a string$/)],
    ]);
  });

  it('200 and facts beside the details are written inside them too', async () => {
    const { body } = await edit(await newPlan(), create(feeCard({ displayName: 'Fee', tag: 'T' }), 'base'));
    expect(body.rateCards[0].rateCardDetails).toEqual({
      fixedFeeRateCard: {
        id: fee,
        name: 'base',
        displayName: 'Fee',
        tag: 'T',
        invoiceTiming: 'IN_ADVANCE',
        type: 'RECURRING',
        rateValues: [{ currency: 'USD', rate: 10 }],
        enableProration: true,
        recurrenceConfig: { interval: 1, offset: 0 },
      },
    });
  });

  it('200 for create, update, upsert and delete together, and the places of cards stay', async () => {
    const plan = await newPlan();
    await edit(plan, create(feeCard(), 'a'), create(feeCard(), 'b'), create(feeCard(), 'c'));
    const { body } = await edit(
      plan,
      { actionType: 'UPSERT', rateCardName: 'd', rateCard: feeCard() },
      { actionType: 'UPDATE', rateCardName: 'a', rateCard: usageCard() },
      { actionType: 'DELETE', rateCardName: 'b' },
      { actionType: 'UPSERT', rateCardName: 'c', rateCard: feeCard({ tag: 'new' }) },
    );
    expect(body.rateCards.map(({ name, type, tag }: Record<string, string>) => [name, type, tag])).toEqual([
      ['d', 'FIXED_FEE', undefined],
      ['a', 'USAGE', undefined],
      ['c', 'FIXED_FEE', 'new'],
    ]);
    expect(await names(plan)).toEqual(['a', 'c', 'd']);
  });

  it('200 and a card is named by its details, else beside them, else by what it bills', async () => {
    const plan = await newPlan();
    const { body } = await edit(
      plan,
      create(feeCard({ rateCardDetails: feeDetails({ name: 'inner' }) }), 'outer'),
      create(feeCard(), ' beside '),
      create(feeCard()),
      create(feeCard(), ''),
    );
    expect(body.rateCards.map(({ name }: { name: string }) => name)).toEqual([
      'inner',
      'beside',
      `fixed_fee_${fee}`.toLowerCase(),
      `fixed_fee_${fee}_2`.toLowerCase(),
    ]);
  });

  it('200 and an active plan keeps its cards: the change opens the next version', async () => {
    const plan = await publishPlan(client, {
      name: 'Active',
      cards: [{ type: 'FIXED_FEE', billableId: fee }],
    });
    await edit(plan, { actionType: 'DELETE', rateCardName: 'card 1' }, create(usageCard(), 'usage'));
    expect(await names(plan)).toEqual(['usage']);
    expect(await names(plan, '?version=ACTIVE')).toEqual(['card 1']);
  });

  it('400, 404 and 409 change nothing: all operations or none', async () => {
    const plan = await newPlan();
    await edit(plan, create(feeCard(), 'a'));
    const second = async (operation: object) => {
      const { status, body } = await edit(plan, { actionType: 'DELETE', rateCardName: 'a' }, operation);
      return `${status} ${body.message}`;
    };
    expect(await second({ actionType: 'UPDATE', rateCardName: 'z', rateCard: feeCard() })).toBe(
      '404 rate card z not found',
    );
    expect(await second(create(feeCard(), 'a'))).toBe(
      '400 operations[1].rateCardName: another operation also changes a; combine the two operations',
    );
    expect(await second({ actionType: 'UPDATE', rateCard: feeCard() })).toBe(
      '400 operations[1].rateCardName: is required',
    );
    expect(await second({ actionType: 'CREATE' })).toBe('400 operations[1].rateCard: is required');
    expect(await second(create(feeCard({ billableId: 'addon.x' })))).toBe('404 add-on addon.x not found');
    expect(await second(create(usageCard({}, { billableId: fee })))).toBe(`404 usage meter ${fee} not found`);
    const taken = await edit(plan, create(feeCard(), 'a'));
    expect([taken.status, taken.headers['error-code']]).toEqual([409, 'RATE_CARD_NAME_TAKEN']);
    expect(await names(plan)).toEqual(['a']);
  });

  const at = 'operations[0].rateCard';
  const inFee = `${at}.rateCardDetails.fixedFeeRateCard`;
  const inUsage = `${at}.rateCardDetails.usageRateCard`;
  const inner = (fee: object) => feeCard({ rateCardDetails: feeDetails(fee) });
  const priced = (value: object) =>
    usageCard({ rateValues: [{ currency: 'USD', slabRates: [{ order: 1, rate: 1 }], ...value }] });
  const atLeast = (minimumRate: unknown) => priced({ rateConfig: { minimumRate } });
  const slab = (order: number, startAfter: number) =>
    usageCard({ ratePlan: { pricingModel: 'TIERED', slabs: [{ order, startAfter, priceType: 'FLAT' }] } });
  it.each([
    [feeCard({ invoiceTiming: 'PREPAID' }), `${at}.invoiceTiming: must be one of IN_ADVANCE, IN_ARREARS`],
    [
      usageCard({}, { invoiceTiming: 'IN_ADVANCE' }),
      `${at}.invoiceTiming: a USAGE card is invoiced IN_ARREARS`,
    ],
    [
      feeCard({ type: 'BUNDLE' }),
      `${at}.type: must be one of USAGE, FIXED_FEE, LICENSE, BILLING_ENTITLEMENT, ENTITLEMENT_OVERAGE, `,
    ],
    [feeCard({ rateCardDetails: {} }), /FIXED_FEE card must have exactly the member fixedFeeRateCard$/],
    [
      feeCard({ rateCardDetails: usageCard().rateCardDetails }),
      /must have exactly the member fixedFeeRateCard$/,
    ],
    [inner({ id: 'x' }), `${inFee}.id: must be equal to billableId`],
    [inner({ invoiceTiming: 'IN_ARREARS' }), `${inFee}.invoiceTiming: must be equal to invoiceTiming`],
    [{ ...inner({ tag: 'b' }), tag: 'a' }, `${inFee}.tag: must be equal to tag`],
    [usageCard({ usageMeterId: 'x' }), `${inUsage}.usageMeterId: must be equal to billableId`],
    [inner({ recurrenceConfig: { interval: 0 } }), `${inFee}.recurrenceConfig.interval: must be at least 1`],
    [inner({ recurrenceConfig: { offset: 1201 } }), `${inFee}.recurrenceConfig.offset: must be at most 1200`],
    [
      priced({ rateConfig: { minimumValue: '1', minimumRate: '2' } }),
      `${inUsage}.rateValues[0].rateConfig.minimumValue: must be equal to minimumRate`,
    ],
    [atLeast('1e3'), /minimumRate: must be a number with /],
    [atLeast(`${'9'.repeat(30)}.${'5'.repeat(9)}`), /minimumRate: must have at most 38 significant digits$/],
    [atLeast('1'.repeat(31)), /minimumRate: must be a number with /],
    [inner({ rateValues: [{ currency: 'USD', rate: 1e30 }] }), /rate: must be at most 9{30}\.9{8}$/],
    [atLeast(null), /minimumRate: must/],
    [priced({ slabRates: [{ order: 1, rate: '1' }] }), /rate: must be a number$/],
    [priced({ currency: 'EUX' }), /EUX is not an ISO 4217 currency$/],
    [slab(0, 0), /order: must be at least 1$/],
    [slab(1, 5), /slabs\[0\]\.startAfter: the first slab must start after 0$/],
  ])('400 for %j', async (card, message) => {
    const billableId = card.type === 'USAGE' ? meter : fee;
    const { status, body } = await edit(await newPlan(), create({ ...card, billableId }, 'card'));
    expect(body.message).toMatch(message);
    expect(status).toBe(400);
  });

  it('400 for more than 50 operations and more than 100 cards', async () => {
    const plan = await newPlan();
    const many = (count: number) => Array.from({ length: count }, () => create(feeCard()));
    expect((await edit(plan, ...many(51))).body.message).toBe('operations: must have at most 50 entries');
    expect((await edit(plan, ...many(50))).status).toBe(200);
    expect((await edit(plan, ...many(50))).status).toBe(200);
    expect((await edit(plan, create(feeCard()))).headers['error-code']).toBe('TOO_MANY_RATE_CARDS');
  });

  it('two at the same time both count', async () => {
    const plan = await newPlan();
    const replies = await Promise.all(['a', 'b', 'c'].map((name) => edit(plan, create(feeCard(), name))));
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await names(plan)).sort()).toEqual(['a', 'b', 'c']);
  });

  it('404 for an unknown plan and one of another organization', async () => {
    const plan = await newPlan();
    expect((await edit('pp.x', create(feeCard()))).body.message).toBe('price plan pp.x not found');
    const operations = [{ actionType: 'DELETE', rateCardName: 'a' }];
    const foreign = await service.sandbox.post(`/v2/price_plans/${plan}/rate_cards`, { operations });
    expect(foreign.status).toBe(404);
  });
});
