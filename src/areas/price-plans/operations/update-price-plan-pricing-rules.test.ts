import { beforeAll, describe, expect, it } from 'vitest';
import { publishPlan, sellFee, sellUsage } from '#test/billing-scenario.ts';
import { type Client, useService } from '#test/running-app.ts';

const service = useService();
let client: Client;
let [fee, meter]: [string, string] = ['', ''];

beforeAll(async () => {
  client = service.production;
  fee = await sellFee(client, 'Base');
  meter = await sellUsage(client, 'calls');
});

const put = (plan: string, pricingRules: unknown) =>
  client.put(`/v2/price_plans/${plan}/pricing_rules`, { pricingRules });
const rule = (more: object = {}) => ({
  ...{ name: 'Surcharge', order: 1, computation: '1', action: { type: 'ADD' } },
  ...more,
});
const update = (target: string, more: object = {}) => rule({ action: { type: 'UPDATE', target }, ...more });

async function newPlan(name: string): Promise<string> {
  const cards = [
    { type: 'USAGE' as const, billableId: meter, usage: { model: 'TIERED' as const, slabs: [{ rate: 1 }] } },
    { type: 'FIXED_FEE' as const, billableId: fee, timing: 'IN_ADVANCE' as const },
  ];
  return publishPlan(client, { name, cards });
}

describe('PUT /v2/price_plans/{price_plan_id}/pricing_rules', () => {
  it('200 and the rules by timing and order, in a new draft of an active plan', async () => {
    const plan = await newPlan('Pro');
    const { status, body } = await put(plan, [
      rule({ order: 2, condition: { '>': [{ var: 'revenue.rate_card_total' }, 10.5] } }),
      rule({ name: 'Fee', order: 7, invoiceTiming: 'IN_ADVANCE' }),
      update(`usage.urc.${meter}`, { name: 'Free', computation: '{ "max": [1, 0.10] }' }),
    ]);
    expect(status).toBe(200);
    expect(body).toEqual({
      data: [
        expect.objectContaining({ name: 'Fee', invoiceTiming: 'IN_ADVANCE', order: 7, version: 1 }),
        {
          id: expect.stringMatching(/^rule\./),
          name: 'Free',
          version: 1,
          invoiceTiming: 'IN_ARREARS',
          order: 1,
          computation: '{"max":[1,0.1]}',
          action: { type: 'UPDATE', target: `usage.urc.${meter}` },
        },
        expect.objectContaining({ condition: '{">":[{"var":"revenue.rate_card_total"},10.5]}', order: 2 }),
      ],
    });
    expect(await client.must.get(`/v2/price_plans/${plan}`)).toMatchObject({ version: 2, status: 'DRAFT' });
    expect((await client.must.get(`/v2/price_plans/${plan}/pricing_rules?version=1`)).data).toEqual([]);
  });

  it('200 and a rule keeps its id by its name; its version grows when it is another', async () => {
    const plan = await newPlan('Growth');
    const first = (await put(plan, [rule(), rule({ name: 'B', order: 2 })])).body.data;
    const second = (await put(plan, [rule({ name: 'B', order: 2 }), rule({ computation: '2' })])).body.data;
    expect(second.map(({ id, version }: { id: string; version: number }) => [id, version])).toEqual([
      [first[0].id, 2],
      [first[1].id, 1],
    ]);
    await client.must.post(`/v2/price_plans/${plan}/finalize`, {});
    // The next draft begins with the rules of the active version.
    await client.must.patch(`/v2/price_plans/${plan}`, { description: 'next' });
    expect((await client.must.get(`/v2/price_plans/${plan}/pricing_rules`)).data).toEqual(second);
    expect((await put(plan, undefined)).body).toEqual({ data: [] });
    const copy = { name: 'Copy', type: 'BILLING', supportedCurrencies: ['USD'] };
    await client.must.delete(`/v2/price_plans/${plan}/discard`);
    const { id } = await client.must.post(`/v2/price_plans?source_price_plan_id=${plan}`, copy);
    expect((await client.must.get(`/v2/price_plans/${id}/pricing_rules`)).data).toEqual(second);
  });

  it('200 for a target without its card, which keeps the draft from being finalized', async () => {
    const plan = await newPlan('Loose');
    expect(
      (await put(plan, [update('revenue.ff.nothing'), update(`revenue.ff.${fee}`, { order: 2 })])).status,
    ).toBe(200);
    const { data } = await client.must.get(`/v2/price_plans/${plan}/errors`);
    expect(data).toMatchObject([
      {
        ...{ entityId: 'Surcharge', entityType: 'PRICING_RULE' },
        errorMessage: 'target revenue.ff.nothing: the plan has no such rate card',
      },
      { errorMessage: `target revenue.ff.${fee}: its rate card is not invoiced IN_ARREARS` },
    ]);
    const rejected = await client.post(`/v2/price_plans/${plan}/finalize`, {});
    expect(rejected.status).toBe(400);
    expect(rejected.body.message).toContain('target revenue.ff.nothing');
  });

  it('400 for what can be known from the rule alone, naming it', async () => {
    const plan = await newPlan('Strict');
    const { status, body, headers } = await put(plan, [rule(), rule({ computation: '{"no":1}' })]);
    expect(status).toBe(400);
    expect(headers['error-code']).toBe('PRICING_RULE_INVALID');
    expect(body.message).toMatch(/^pricingRules\[1\]\.computation: .*pricingRules\[1\]\.order: another/);
    for (const wrong of [rule({ order: 0 }), rule({ order: 2 ** 31 }), rule({ action: { type: 'SET' } }), {}])
      expect((await put(plan, [wrong])).status).toBe(400);
    expect((await put(plan, Array(101).fill(rule()))).status).toBe(400);
    expect((await client.must.get(`/v2/price_plans/${plan}`)).version).toBe(1);
  });

  it('404 for a plan that is not there', async () => {
    expect((await put('pp.x', [])).status).toBe(404);
  });

  it('409 when another request changed the plan since it was read, and nothing is saved', async () => {
    const plan = await newPlan('Raced');
    const { updatedAt: expectedUpdatedAt } = await client.must.get(`/v2/price_plans/${plan}`);
    const send = (name: string) =>
      client.put(`/v2/price_plans/${plan}/pricing_rules`, {
        pricingRules: [rule({ name })],
        expectedUpdatedAt,
      });
    expect((await send('theirs')).status).toBe(200);
    const late = await send('mine');
    expect([late.status, late.headers['error-code']]).toEqual([409, 'CONCURRENT_CHANGE']);
    const { data } = await client.must.get(`/v2/price_plans/${plan}/pricing_rules`);
    expect(data.map(({ name }: { name: string }) => name)).toEqual(['theirs']);
  });
});
