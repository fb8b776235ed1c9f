import { expect, it } from 'vitest';
import { useService } from '#test/running-app.ts';

const service = useService();

it('200 with the default first and without secrets; nothing in the other environment', async () => {
  const { sandbox, production } = service;
  const list = async (client = sandbox) => (await client.must.get('/ext/v1/payment_providers')).data;
  expect(await list()).toEqual([]);
  const made: Record<string, string>[] = [];
  for (const body of [{ name: 'A' }, { name: 'B', countries: ['SE', 'FI'] }, { name: 'C', isDefault: true }])
    made.push(await sandbox.must.post('/ext/v1/payment_providers', { kind: 'OFFLINE', ...body }));
  const common = { kind: 'OFFLINE', createdAt: expect.any(String), updatedAt: expect.any(String) };
  expect(await list()).toEqual([
    { ...common, id: made[2]?.id, name: 'C', isDefault: true, countries: [] },
    { ...common, id: made[0]?.id, name: 'A', isDefault: false, countries: [] },
    { ...common, id: made[1]?.id, name: 'B', isDefault: false, countries: ['FI', 'SE'] },
  ]);
  expect(await list(production)).toEqual([]);
});
