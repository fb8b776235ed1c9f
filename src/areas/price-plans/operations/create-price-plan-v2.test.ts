import { describe, expect, it } from 'vitest';
import { publishPlan, sellFee } from '#test/billing-scenario.ts';
import { useService } from '#test/running-app.ts';

const service = useService();
const create = (body: unknown, query = '') => service.production.post(`/v2/price_plans${query}`, body);
const terms = { type: 'BILLING', supportedCurrencies: ['USD'] };

describe('POST /v2/price_plans', () => {
  it('200 and a draft of version 1', async () => {
    const { status, body } = await create({
      name: ' Pro ',
      description: 'For teams',
      type: 'BILLING',
      supportedCurrencies: ['USD', 'JPY'],
      pricingCycleConfig: { interval: 'MONTHLY', startOffset: { dayOffset: 'LAST' }, gracePeriod: 2 },
      deferredRevenue: true,
    });
    expect(status).toBe(200);
    expect(body).toEqual({
      id: expect.stringMatching(/^pp\.\w{8}\.\w{7}$/),
      name: 'Pro',
      description: 'For teams',
      type: 'BILLING',
      pricingCycleConfig: {
        interval: 'MONTHLY',
        startOffset: { dayOffset: 'LAST', monthOffset: 'NIL' },
        gracePeriod: 2,
      },
      supportedCurrencies: ['USD', 'JPY'],
      deferredRevenue: true,
      allowOngoingCycleUpdates: false,
      referenceId: expect.stringMatching(/^ppv\./),
      version: 1,
      status: 'DRAFT',
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
    });
    expect((await service.production.get(`/v2/price_plans/${body.id}`)).body).toEqual(body);
  });

  it('200 with the rate cards of another plan', async () => {
    const client = service.production;
    const billableId = await sellFee(client, 'Base');
    const source = await publishPlan(client, { name: 'Source', cards: [{ type: 'FIXED_FEE', billableId }] });
    const { body } = await create({ ...terms, name: 'Copy' }, `?source_price_plan_id=${source}`);
    const { data } = await client.must.get(`/v2/price_plans/${body.id}/rate_cards`);
    expect(data).toMatchObject([{ name: 'card 1', billableId, referenceId: body.referenceId }]);
    expect((await create({ ...terms, name: 'None' }, '?source_price_plan_id=pp.x')).status).toBe(404);
  });

  it('409 when the name is taken', async () => {
    await create({ ...terms, name: 'Taken' });
    const { status, body } = await create({ ...terms, name: 'Taken' });
    expect([status, body.message]).toEqual([409, 'name: a price plan named Taken already exists']);
  });

  const cycle = (more: object) => ({
    ...terms,
    name: 'a',
    pricingCycleConfig: { interval: 'MONTHLY', gracePeriod: 0, ...more },
  });
  it.each([
    [{ ...terms }, /^name: is required$/],
    [{ ...terms, name: ' ' }, /^name: must not be blank$/],
    [{ ...terms, name: 'a'.repeat(51) }, /^name: must have at most 50 characters$/],
    [{ ...terms, name: 'a', type: 'ENTITLEMENT' }, /^type: must be one of BILLING, PURCHASE$/],
    [{ ...terms, name: 'a', supportedCurrencies: [] }, /^supportedCurrencies: must have at least 1 entries$/],
    [{ ...terms, name: 'a', supportedCurrencies: ['USD', 'USD'] }, /must not contain an entry twice$/],
    [{ ...terms, name: 'a', supportedCurrencies: ['XAU'] }, /^supportedCurrencies: XAU is not an ISO 4217/],
    [cycle({ interval: 'DAILY' }), /^pricingCycleConfig\.interval: must be one of WEEKLY, /],
    [
      cycle({ gracePeriod: 28 }),
      /^pricingCycleConfig: gracePeriod must be a whole number of days from 0 to 27/,
    ],
    [cycle({ gracePeriod: 1.5 }), /^pricingCycleConfig\.gracePeriod: must be an integer$/],
    [cycle({ startOffset: { dayOffset: '32' } }), /dayOffset must be 1 to 31 or LAST for MONTHLY/],
    [cycle({ startOffset: { dayOffset: '1', monthOffset: '1' } }), /monthOffset must be absent or NIL/],
    [
      { ...cycle({}), type: 'PURCHASE' },
      /^pricingCycleConfig: must be absent, because a PURCHASE plan has no pricing cycle/,
    ],
  ])('400 for %j', async (sent, message) => {
    const { status, body } = await create(sent);
    expect(body.message).toMatch(message);
    expect(status).toBe(400);
  });
});
