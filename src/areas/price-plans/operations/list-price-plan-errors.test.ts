import { beforeAll, describe, expect, it } from 'vitest';
import { sellFee, sellUsage } from '#test/billing-scenario.ts';
import { type Client, useService } from '#test/running-app.ts';

const service = useService();
let client: Client;
let [fee, seat, meter]: string[] = [];
let plans = 0;

beforeAll(async () => {
  client = service.production;
  fee = await sellFee(client, 'Base');
  seat = (await client.must.post('/addons', { name: 'Seat', type: 'LICENSE' })).id;
  meter = await sellUsage(client, 'calls');
});

const usageCard = (billableId: string) => ({
  billableId,
  type: 'USAGE',
  invoiceTiming: 'IN_ARREARS',
  rateCardDetails: {
    usageRateCard: {
      ratePlan: { pricingModel: 'TIERED', slabs: [{ order: 1, startAfter: 0, priceType: 'PER_UNIT' }] },
      rateValues: [{ currency: 'USD', slabRates: [{ order: 1, rate: 1 }] }],
    },
  },
});
const feeCard = (
  billableId: string,
  { invoiceTiming = 'IN_ARREARS', ...more }: Record<string, unknown> = {},
) => ({
  billableId,
  type: 'FIXED_FEE',
  invoiceTiming,
  rateCardDetails: {
    fixedFeeRateCard: { rateValues: [{ currency: 'USD', rate: 1 }], enableProration: false, ...more },
  },
});
const cycle = { pricingCycleConfig: { interval: 'MONTHLY', gracePeriod: 0 } };

/** The errors of a new plan with these cards, as `entityType entityId: message`. */
async function errors(terms: object, cards: Record<string, object>): Promise<string[]> {
  const plan = { name: `Plan ${++plans}`, type: 'BILLING', supportedCurrencies: ['USD'], ...terms };
  const { id, referenceId } = await client.must.post('/v2/price_plans', plan);
  const operations = Object.entries(cards).map(([rateCardName, rateCard]) => ({
    actionType: 'CREATE',
    rateCardName,
    rateCard,
  }));
  if (operations.length > 0) await client.must.post(`/v2/price_plans/${id}/rate_cards`, { operations });
  const { data, nextToken } = await client.must.get(`/v2/price_plans/${id}/errors`);
  expect(nextToken).toBeNull();
  const finalized = await client.post(`/v2/price_plans/${id}/finalize`, {});
  expect(finalized.status).toBe(data.length === 0 ? 200 : 400);
  return data.map((error: Record<string, string>) => {
    expect(error.referenceId).toBe(referenceId);
    const entity = error.entityId === id ? '' : ` ${error.entityId}`;
    return `${error.entityType}${entity}: ${error.errorMessage}`;
  });
}

describe('GET /v2/price_plans/{price_plan_id}/errors', () => {
  it('200 and nothing for a complete plan', async () => {
    expect(await errors(cycle, { a: usageCard(meter ?? ''), b: feeCard(fee ?? '') })).toEqual([]);
    expect(await errors({ type: 'PURCHASE' }, { a: feeCard(fee ?? '') })).toEqual([]); // ONE_TIME by default
  });

  it('200 and every error of a draft', async () => {
    expect(
      await errors({ supportedCurrencies: ['USD', 'EUR', 'JPY'] }, { a: usageCard(meter ?? '') }),
    ).toEqual([
      'PRICE_PLAN: a BILLING plan needs a pricingCycleConfig',
      'RATE_CARD a: has no price in EUR, JPY',
    ]);
    expect(
      await errors(cycle, { a: feeCard(fee ?? ''), b: feeCard(fee ?? ''), c: feeCard(seat ?? '') }),
    ).toEqual([
      `RATE_CARD b: another rate card already prices ${fee}`,
      `RATE_CARD c: add-on ${seat} is of type LICENSE, not FIXED_FEE`,
    ]);
    const advance = feeCard(fee ?? '', { invoiceTiming: 'IN_ADVANCE' });
    expect(await errors({ ...cycle, deferredRevenue: true }, { a: advance })).toEqual([
      'RATE_CARD a: a plan with deferred revenue cannot have a card that is invoiced IN_ADVANCE',
    ]);
    expect(
      await errors(
        { type: 'PURCHASE' },
        { a: feeCard(fee ?? '', { type: 'RECURRING' }), b: usageCard(meter ?? '') },
      ),
    ).toEqual([
      'RATE_CARD a: a PURCHASE plan can only have FIXED_FEE cards of type ONE_TIME',
      'RATE_CARD b: a PURCHASE plan cannot have a USAGE card',
    ]);
  });

  it('200 and meters that cannot add up what events carry', async () => {
    const { id: count } = await client.must.post('/usage_meters', {
      ...{ name: 'counted', type: 'COUNTER', aggregation: 'COUNT', eventSchemaName: 'calls' },
    });
    const carried = (priceMeterId: string) => {
      const card = usageCard(meter ?? '');
      const slabs = [{ order: 1, startAfter: 0, priceType: 'DYNAMIC' }];
      const ratePlan = { pricingModel: 'TIERED', slabs };
      const { rateValues } = card.rateCardDetails.usageRateCard;
      return { ...card, rateCardDetails: { usageRateCard: { ratePlan, rateValues, priceMeterId } } };
    };
    expect(await errors(cycle, { a: carried(meter ?? '') })).toEqual([]);
    expect(await errors(cycle, { a: carried(count) })).toEqual([
      `RATE_CARD a: priceMeterId: usage meter ${count} is DRAFT, not ACTIVE`,
      `RATE_CARD a: priceMeterId: usage meter ${count} has the aggregation COUNT, not SUM`,
    ]);
    const { id } = await client.must.post('/v2/price_plans', {
      ...{ name: 'Unknown meter', type: 'BILLING', supportedCurrencies: ['USD'] },
    });
    const operations = [{ actionType: 'CREATE', rateCard: carried('um.x') }];
    const { status, body } = await client.post(`/v2/price_plans/${id}/rate_cards`, { operations });
    expect([status, body.message]).toEqual([404, 'usage meter um.x not found']);
  });

  it('200 and what is no longer sold', async () => {
    const idle = await sellUsage(client, 'idle');
    await client.must.post(`/usage_meters/${idle}/deactivate`);
    const old = await sellFee(client, 'Old');
    await client.must.delete(`/addons/${old}`);
    expect(await errors(cycle, { a: usageCard(idle), b: feeCard(old) })).toEqual([
      `RATE_CARD a: usage meter ${idle} is INACTIVE, not ACTIVE`,
      `RATE_CARD b: add-on ${old} is ARCHIVED, not ACTIVE`,
    ]);
  });

  it('404 for an unknown plan', async () => {
    expect((await client.get('/v2/price_plans/pp.x/errors')).status).toBe(404);
  });
});
