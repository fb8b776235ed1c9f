import { describe, expect, it } from 'vitest';
import { publishPlan, sellFee } from '#test/billing-scenario.ts';
import { useService } from '#test/running-app.ts';

const service = useService();

describe('GET /v2/price_plans/{price_plan_id}/rate_cards', () => {
  it('200 in the order of their creation; every page is of the version first requested', async () => {
    const client = service.production;
    const fees = [
      await sellFee(client, 'Zeta'),
      await sellFee(client, 'Eta'),
      await sellFee(client, 'Theta'),
    ];
    const cards = fees.map((billableId) => ({ type: 'FIXED_FEE' as const, billableId }));
    const id = await publishPlan(client, { name: 'Pro', cards });
    await client.must.post(`/v2/price_plans/${id}/rate_cards`, {
      operations: [{ actionType: 'DELETE', rateCardName: 'card 3' }],
    });
    const list = (query: string) => client.must.get(`/v2/price_plans/${id}/rate_cards?${query}`);
    expect((await list('')).data.map((card: { displayName: string }) => card.displayName)).toEqual([
      'Zeta',
      'Eta',
    ]);
    const first = await list('version=ACTIVE&pageSize=2');
    const second = await list(`nextToken=${first.nextToken}`);
    expect([...first.data, ...second.data].map(({ name }) => name)).toEqual(['card 1', 'card 2', 'card 3']);
    expect(second.nextToken).toBeNull();
    for (const version of ['newest', '0', '1,2'])
      expect((await client.get(`/v2/price_plans/${id}/rate_cards?version=${version}`)).status).toBe(400);
    expect((await client.get(`/v2/price_plans/${id}/rate_cards?version=7`)).status).toBe(404);
    expect((await client.get('/v2/price_plans/pp.x/rate_cards')).status).toBe(404);
  });
});
