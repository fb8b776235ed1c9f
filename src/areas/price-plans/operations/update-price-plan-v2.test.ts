import { beforeAll, describe, expect, it } from 'vitest';
import { publishPlan, sellFee } from '#test/billing-scenario.ts';
import { type Client, useService } from '#test/running-app.ts';

const service = useService();
let client: Client;
let billableId: string;

beforeAll(async () => {
  client = service.production;
  billableId = await sellFee(client, 'Base');
});

describe('PATCH /v2/price_plans/{price_plan_id}', () => {
  it('200 and a draft is changed in place', async () => {
    const { id } = await client.must.post('/v2/price_plans', {
      name: 'Draft',
      description: 'old',
      type: 'BILLING',
      supportedCurrencies: ['USD'],
    });
    const { body } = await client.patch(`/v2/price_plans/${id}`, {
      description: null,
      supportedCurrencies: ['EUR'],
      pricingCycleConfig: { interval: 'WEEKLY', gracePeriod: 1, anniversaryCycle: true },
    });
    expect(body).toMatchObject({
      version: 1,
      status: 'DRAFT',
      supportedCurrencies: ['EUR'],
      pricingCycleConfig: { interval: 'WEEKLY', gracePeriod: 1, anniversaryCycle: true },
    });
    expect(body).not.toHaveProperty('description');
    expect(await client.must.get(`/v2/price_plans/${id}`)).toEqual(body);
  });

  it('200 and an active plan gets its next version, with its cards; the active one stays', async () => {
    const id = await publishPlan(client, { name: 'Active', cards: [{ type: 'FIXED_FEE', billableId }] });
    const before = await client.must.get(`/v2/price_plans/${id}`);
    const { body } = await client.patch(`/v2/price_plans/${id}`, { description: 'next' });
    expect(body).toMatchObject({ version: 2, status: 'DRAFT', description: 'next' });
    expect(body.referenceId).not.toBe(before.referenceId);
    expect(await client.must.get(`/v2/price_plans/${id}?version=ACTIVE`)).toEqual(before);
    const { data } = await client.must.get(`/v2/price_plans/${id}/rate_cards`);
    expect(data).toMatchObject([{ name: 'card 1', referenceId: body.referenceId }]);
  });

  it('two at the same time open one draft', async () => {
    const id = await publishPlan(client, { name: 'Raced terms', cards: [{ type: 'FIXED_FEE', billableId }] });
    const change = (description: string) => client.patch(`/v2/price_plans/${id}`, { description });
    const replies = await Promise.all(['a', 'b', 'c'].map(change));
    expect(replies.map(({ status, body }) => [status, body.version])).toEqual(Array(3).fill([200, 2]));
    expect((await client.must.get(`/v2/price_plans/${id}/versions`)).data).toHaveLength(2);
  });

  it('400 for what a plan may not be, and nothing has changed', async () => {
    const { id } = await client.must.post('/v2/price_plans', {
      name: 'Once',
      type: 'PURCHASE',
      supportedCurrencies: ['USD'],
    });
    const rejected = async (sent: object) => (await client.patch(`/v2/price_plans/${id}`, sent)).body.message;
    const pricingCycleConfig = { interval: 'MONTHLY', gracePeriod: 0 };
    expect(await rejected({ pricingCycleConfig })).toMatch(/a PURCHASE plan has no pricing cycle/);
    expect(await rejected({ supportedCurrencies: ['ABC'] })).toMatch(/ABC is not an ISO 4217 currency/);
    expect(await rejected({ name: 'Twice' })).toBe('unknown field name');
  });

  it('404 for an unknown plan', async () => {
    expect((await client.patch('/v2/price_plans/pp.x', {})).status).toBe(404);
  });

  it('409 when another request changed the plan since it was read, and nothing is saved', async () => {
    const id = await publishPlan(client, { name: 'Raced', cards: [{ type: 'FIXED_FEE', billableId }] });
    const { updatedAt: expectedUpdatedAt } = await client.must.get(`/v2/price_plans/${id}`);
    await client.must.patch(`/v2/price_plans/${id}`, { description: 'theirs', expectedUpdatedAt });
    const late = await client.patch(`/v2/price_plans/${id}`, { description: 'mine', expectedUpdatedAt });
    expect([late.status, late.headers['error-code']]).toEqual([409, 'CONCURRENT_CHANGE']);
    expect((await client.must.get(`/v2/price_plans/${id}`)).description).toBe('theirs');
  });
});
