import { beforeAll, describe, expect, it } from 'vitest';
import { editTimeline, openAccount, publishPlan, sellUsage, use } from '#test/billing-scenario.ts';
import { read } from '#test/rule-scenario.ts';
import { type Client, useService } from '#test/running-app.ts';

const service = useService();
let client: Client;
let calls = '';
const usage = () => `usage.urc.${calls}`;
const revenue = () => `revenue.urc.${calls}`;

beforeAll(async () => {
  client = service.sandbox;
  await client.setClock('2030-01-15T00:00:00Z');
  calls = await sellUsage(client, 'calls');
});

describe('POST /ext/v1/pricing_rules/estimate', () => {
  const estimate = (pricePlanId: string, pricingRules: object[]) =>
    client.post('/ext/v1/pricing_rules/estimate', { pricePlanId, pricingRules });

  it('200 with the drafts that the rules would change, by a bounded sample', async () => {
    const cards = [
      {
        type: 'USAGE' as const,
        billableId: calls,
        usage: { model: 'TIERED' as const, slabs: [{ rate: 0.1 }] },
      },
    ];
    const sampled = await publishPlan(client, { name: 'Sampled', cards });
    for (const [id, amount] of [
      ['few', '10'],
      ['many', '900'],
    ] as const) {
      await openAccount(client, id);
      await editTimeline(client, id, [{ planId: sampled, from: '2030-01-01' }]);
      await use(client, { meter: 'calls', account: id, at: '2030-01-11T00:00:00Z', amount });
    }
    const rule = {
      ...{ name: 'Cap', order: 1, action: { type: 'UPDATE', target: revenue() } },
      condition: JSON.stringify({ '>': [read(usage()), 100] }),
      computation: '10',
    };
    const { status, body } = await estimate(sampled, [rule]);
    expect(status).toBe(200);
    expect(body).toMatchObject({ drafts: 2, isMore: false });
    // 10 × 0.1 = 1 stays; 900 × 0.1 = 90 becomes 10.
    expect(
      body.sample
        .map(({ accountId, result, totalBefore, totalAfter }: Record<string, unknown>) => [
          ...[accountId, result, totalBefore, totalAfter],
        ])
        .sort(),
    ).toEqual([
      ['few', 'UNCHANGED', 1, 1],
      ['many', 'CHANGED', 90, 10],
    ]);
    const failing = {
      ...rule,
      condition: undefined,
      computation: JSON.stringify({ '/': [1, read('revenue.tag.x')] }),
    };
    expect((await estimate(sampled, [failing])).body.sample[0].result).toBe('FAILED');
    expect((await estimate('pp.none', [rule])).status).toBe(404);
    expect((await estimate(sampled, [{ ...rule, condition: '{"nope":1}' }])).status).toBe(400);
  });
});
