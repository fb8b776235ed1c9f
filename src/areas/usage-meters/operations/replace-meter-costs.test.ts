import { beforeAll, describe, expect, it } from 'vitest';
import { sellUsage } from '#test/billing-scenario.ts';
import { useService } from '#test/running-app.ts';

const service = useService();
let path: string;
beforeAll(async () => {
  path = `/ext/v1/usage_meters/${await sellUsage(service.sandbox, 'calls')}/costs`;
});
const put = (costs: unknown) => service.sandbox.put(path, { costs });

describe('PUT /ext/v1/usage_meters/{usage_meter_id}/costs', () => {
  it('200 and the costs by their days, to the last digit, in place of those before', async () => {
    await put([{ effectiveFrom: '2029-01-01', unitCost: 5 }]);
    const body =
      '{"costs":[{"effectiveFrom":"2030-02-01","unitCost":0},' +
      '{"effectiveFrom":"2030-01-01","unitCost":0.000000000000000001}]}';
    const { status, text } = await service.sandbox.put(path, body);
    expect(status).toBe(200);
    expect(text).toBe(
      '{"costs":[{"effectiveFrom":"2030-01-01","unitCost":0.000000000000000001},' +
        '{"effectiveFrom":"2030-02-01","unitCost":0}]}',
    );
    expect((await service.sandbox.get(path)).text).toBe(text);
  });

  it('200 and none', async () => {
    expect((await put([])).body).toEqual({ costs: [] });
  });

  it.each([
    [[{ effectiveFrom: '2030-01-01', unitCost: -1 }]],
    [[{ effectiveFrom: '2030-02-30', unitCost: 1 }]],
    [[{ effectiveFrom: '2030-01-01' }]],
    [['2030-01-01', '2030-01-01'].map((effectiveFrom) => ({ effectiveFrom, unitCost: 1 }))],
    [Array.from({ length: 101 }, (_, day) => ({ effectiveFrom: `2${100 + day}-01-01`, unitCost: 1 }))],
  ])('400 for %j', async (costs) => {
    expect((await put(costs)).status).toBe(400);
  });

  it('400 for a meter whose hours do not add up, which can only have none', async () => {
    const { id } = await service.sandbox.must.post('/usage_meters', {
      ...{ name: 'seats', type: 'COUNTER', aggregation: 'MAX' },
      computations: [{ computation: '{"var":"attribute.amount"}', order: 1 }],
    });
    const costs = (all: unknown[]) => service.sandbox.put(`/ext/v1/usage_meters/${id}/costs`, { costs: all });
    const { status, body } = await costs([{ effectiveFrom: '2030-01-01', unitCost: 1 }]);
    expect(status).toBe(400);
    expect(body.message).toContain('has the aggregation MAX');
    expect((await costs([])).status).toBe(200);
  });

  it('404 for a meter that is not there, also for one of others', async () => {
    const elsewhere = await service.production.put(path, { costs: [] });
    expect([elsewhere.status, (await service.production.get(path)).status]).toEqual([404, 404]);
  });
});
