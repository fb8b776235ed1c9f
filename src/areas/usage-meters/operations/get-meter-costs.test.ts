import { expect, it } from 'vitest';
import { sellUsage } from '#test/billing-scenario.ts';
import { useService } from '#test/running-app.ts';

const service = useService();

it('200 without any, and with those that were sent', async () => {
  const path = `/ext/v1/usage_meters/${await sellUsage(service.sandbox, 'calls')}/costs`;
  expect((await service.sandbox.get(path)).body).toEqual({ costs: [] });
  const costs = [{ effectiveFrom: '2030-01-01', unitCost: 0.25 }];
  await service.sandbox.must.put(path, { costs });
  expect((await service.sandbox.get(path)).body).toEqual({ costs });
});

it('404 for a meter that is not there', async () => {
  expect((await service.sandbox.get('/ext/v1/usage_meters/none/costs')).status).toBe(404);
});
