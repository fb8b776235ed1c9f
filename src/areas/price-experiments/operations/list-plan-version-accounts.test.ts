import { expect, it } from 'vitest';
import { useService } from '#test/running-app.ts';
import { makeSimulated } from '#test/simulation-scenario.ts';

const service = useService();

it('200 with the accounts on each version, 404 for an unknown plan', async () => {
  const { planId } = await makeSimulated(service);
  const { status, body } = await service.sandbox.get(`/ext/v1/price_plans/${planId}/version_accounts`);
  expect([status, body]).toEqual([200, { versions: [{ version: 1, accounts: 1, overridden: 0 }] }]);
  const unknown = await service.sandbox.get('/ext/v1/price_plans/pp.none/version_accounts');
  expect(unknown.status).toBe(404);
});
