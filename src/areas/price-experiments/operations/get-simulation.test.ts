import { expect, it } from 'vitest';
import { useService } from '#test/running-app.ts';
import { makeSimulated } from '#test/simulation-scenario.ts';

const service = useService();

it('200 with its totals by scenario and currency', async () => {
  const { path } = await makeSimulated(service);
  const { status, body } = await service.sandbox.get(path);
  expect([status, body]).toMatchObject([200, { name: 'Ten per cent more', status: 'COMPLETED' }]);
  const amounts = { base: 10, candidate: 11, difference: 1, accounts: 1, raised: 1, lowered: 0, unpriced: 0 };
  expect(body.totals).toMatchObject([{ scenario: 'A', currency: 'USD', ...amounts }]);
  const used = body.totals[0].distribution.filter(({ accounts }: { accounts: number }) => accounts > 0);
  expect(used).toEqual([{ bucket: 'UP_5', accounts: 1 }]);
});

it('404 for an unknown simulation', async () => {
  const { status, body } = await service.sandbox.get('/ext/v1/simulations/sim.none');
  expect([status, body.message]).toEqual([404, 'simulation sim.none not found']);
});
