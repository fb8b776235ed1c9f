import { beforeAll, describe, expect, it } from 'vitest';
import { editTimeline, listInvoices, openAccount, sellUsage, use } from '#test/billing-scenario.ts';
import { publishRuledPlan, read } from '#test/rule-scenario.ts';
import { type Client, useService } from '#test/running-app.ts';

const service = useService();
let client: Client;
let calls = '';
let plan = '';
let draft = '';
const usage = () => `usage.urc.${calls}`;
const revenue = () => `revenue.urc.${calls}`;

/** 1,000 calls at 0.05 are 50; the discount in force takes 5 off. */
beforeAll(async () => {
  client = service.sandbox;
  await client.setClock('2030-01-15T00:00:00Z');
  calls = await sellUsage(client, 'calls');
  plan = await publishRuledPlan(client, {
    name: 'Tried',
    cards: [{ type: 'USAGE', billableId: calls, usage: { model: 'TIERED', slabs: [{ rate: 0.05 }] } }],
    rules: [{ name: 'Discount', computation: 5, metadata: { type: 'DISCOUNT' } }],
  });
  await openAccount(client, 'trying');
  await editTimeline(client, 'trying', [{ planId: plan, from: '2030-01-01' }]);
  await use(client, { meter: 'calls', account: 'trying', at: '2030-01-10T00:00:00Z', amount: '1000' });
  draft = (await listInvoices(client, 'trying'))[0]?.id;
});

const preview = (pricingRules: object[], invoiceId = draft) =>
  client.post('/ext/v1/pricing_rules/preview', { invoiceId, pricingRules });
const discount = {
  name: 'Discount',
  order: 1,
  computation: '5',
  action: { type: 'ADD', metadata: { type: 'DISCOUNT' } },
};

describe('POST /ext/v1/pricing_rules/preview', () => {
  it('200 with each step, and nothing is changed', async () => {
    const half = {
      ...{ name: 'Half above 40', order: 2, action: { type: 'UPDATE', target: revenue() } },
      condition: JSON.stringify({ '>': [read(revenue()), 40] }),
      computation: JSON.stringify({ '*': [read(revenue()), 0.5] }),
    };
    const advance = {
      name: 'Before',
      order: 1,
      invoiceTiming: 'IN_ADVANCE',
      computation: '1',
      action: { type: 'ADD' },
    };
    const { status, body } = await preview([half, discount, advance]);
    expect(status).toBe(200);
    // 50 − 5 as it is; 50 × 0.5 − 5 with the new rule.
    expect(body).toMatchObject({
      ...{ invoiceId: draft, status: 'DRAFT', currency: 'USD', timing: 'IN_ARREARS' },
      ...{ totalBefore: 45, totalAfter: 20, otherRules: 1, hasOwnRules: false },
    });
    expect(body.steps).toMatchObject([
      { name: 'Discount', type: 'CONDITION_TRUE', changes: { oldRevenue: 0, newRevenue: -5 }, variables: {} },
      {
        ...{ name: 'Half above 40', order: 2, type: 'CONDITION_TRUE' },
        changes: { key: revenue(), oldRevenue: 50, newRevenue: 25 },
        variables: { [revenue()]: { value: '50' } },
      },
    ]);
    expect(body.steps[1].words).toContain('the condition holds');
    expect((await client.must.get(`/invoices/${draft}`)).totalAmount).toBe(45);
    const { data } = await client.must.get(`/v2/price_plans/${plan}/pricing_rules`);
    expect(data.map(({ name }: { name: string }) => name)).toEqual(['Discount']);
  });

  it('200 with the same amounts as the draft that has the saved rules', async () => {
    const rule = {
      ...{ name: 'Cap', order: 3, action: { type: 'UPDATE', target: usage() } },
      computation: JSON.stringify({ min: [read(usage()), 300] }),
    };
    const { body } = await preview([discount, rule]);
    await client.must.put(`/v2/price_plans/${plan}/pricing_rules`, { pricingRules: [discount, rule] });
    await client.must.post(`/v2/price_plans/${plan}/finalize`, {});
    await openAccount(client, 'saved');
    await editTimeline(client, 'saved', [{ planId: plan, from: '2030-01-01' }]);
    await use(client, { meter: 'calls', account: 'saved', at: '2030-01-10T00:00:00Z', amount: '1000' });
    const [invoice] = await listInvoices(client, 'saved');
    // 300 × 0.05 − 5
    expect([invoice.totalAmount, body.totalAfter]).toEqual([10, 10]);
    const logs = (await client.must.get(`/invoice/${invoice.id}/pricing_rules_logs`)).data;
    expect(body.steps.map(({ changes }: { changes: object }) => changes)).toEqual(
      logs.map(({ changes }: { changes: object }) => changes),
    );
  });

  it('200 and a rule that fails is a step with its error; gas bounds them all', async () => {
    const divide = JSON.stringify({ '/': [1, read('revenue.tag.none')] });
    const { body } = await preview([
      { name: 'Broken', order: 1, computation: divide, action: { type: 'ADD' } },
    ]);
    expect(body.steps[0]).toMatchObject({
      type: 'COMPUTATION_ERROR',
      changes: { errorMessage: expect.stringMatching(/divides by zero/) },
    });
    // Three operations for each of 200 elements: 40 such rules need more than the 20,000 units of an invoice.
    const step = { '+': [read('accumulator'), read('current')] };
    const sum = JSON.stringify({ reduce: [Array.from({ length: 200 }, () => 1), step, read(revenue())] });
    const many = Array.from({ length: 40 }, (_, n) => ({
      ...{ name: `Sum ${n}`, order: n + 1, computation: sum, action: { type: 'ADD' } },
    }));
    const types = (await preview(many)).body.steps.map(({ type }: { type: string }) => type);
    expect([types[0], types.at(-1)]).toEqual(['CONDITION_TRUE', 'COMPUTATION_ERROR']);
  });

  it('400 for wrong logic, at its place, and for an invoice without cards; 404 without one', async () => {
    const wrong = await preview([{ ...discount, computation: '{"nope":[1]}' }]);
    expect([wrong.status, wrong.headers['error-code']]).toEqual([400, 'PRICING_RULE_INVALID']);
    expect(wrong.body.message).toMatch(/pricingRules\[0\]\.computation/);
    const manual = await client.must.post('/invoices', {
      ...{ accountId: 'trying', ownerType: 'ACCOUNT', status: 'DRAFT', idempotencyKey: 'manual' },
      ...{ startDate: '2029-12-01T00:00:00Z', endDate: '2030-01-01T00:00:00Z' },
      lineItems: [{ description: 'Work', value: 10 }],
    });
    const refused = await preview([discount], manual.id);
    expect([refused.status, refused.headers['error-code']]).toEqual([400, 'INVOICE_HAS_NO_RULES']);
    expect((await preview([discount], 'inv.none')).status).toBe(404);
    expect(
      (await service.production.post('/ext/v1/pricing_rules/preview', { invoiceId: draft, pricingRules: [] }))
        .status,
    ).toBe(404);
  });
});
