import { expect, it } from 'vitest';
import { useService } from '#test/running-app.ts';
import { makeSimulated } from '#test/simulation-scenario.ts';

const service = useService();

it('200 with the amounts of each account by cycle and rate card', async () => {
  const { path } = await makeSimulated(service);
  const { status, body } = await service.sandbox.get(`${path}/results?scenario=A&currency=USD`);
  expect([status, body.data]).toMatchObject([
    200,
    [
      {
        ...{ scenario: 'A', accountId: 'acme', currency: 'USD', base: 10, candidate: 11, difference: 1 },
        accountName: expect.any(String),
        cycles: [{ start: '2029-12-01T00:00:00.000Z', cards: [{ type: 'USAGE', base: 10, candidate: 11 }] }],
      },
    ],
  ]);
  expect((await service.sandbox.must.get(`${path}/results?scenario=B`)).data).toEqual([]);
});

it('404 for an unknown simulation', async () => {
  expect((await service.sandbox.get('/ext/v1/simulations/sim.none/results')).status).toBe(404);
});
