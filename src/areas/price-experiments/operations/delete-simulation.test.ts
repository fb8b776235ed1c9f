import { expect, it } from 'vitest';
import { useService } from '#test/running-app.ts';
import { makeSimulated } from '#test/simulation-scenario.ts';

const service = useService();

it('200, and it is gone with its results; 404 afterwards', async () => {
  const { path } = await makeSimulated(service);
  const { status, body } = await service.sandbox.delete(path);
  expect([status, body]).toEqual([200, { success: true }]);
  for (const gone of [path, `${path}/results`]) expect((await service.sandbox.get(gone)).status).toBe(404);
  expect((await service.sandbox.delete(path)).status).toBe(404);
});

it('200 for one that runs, which then ends', async () => {
  const scenarios = [{ pricePlanId: (await service.sandbox.must.get('/v2/price_plans')).data[0].id }];
  const { id } = await service.sandbox.must.post('/ext/v1/simulations', { name: 'Running', scenarios });
  expect((await service.sandbox.delete(`/ext/v1/simulations/${id}`)).status).toBe(200);
  await service.sandbox.settle();
  expect((await service.sandbox.must.get('/ext/v1/simulations')).data).toEqual([]);
});
