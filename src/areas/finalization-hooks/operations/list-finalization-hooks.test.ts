import { expect, it } from 'vitest';
import { useService } from '#test/running-app.ts';

const service = useService();

it('200 with each kind in the order in which they are asked, and without secrets', async () => {
  const { sandbox, production } = service;
  const list = async (client = sandbox) => (await client.must.get('/ext/v1/finalization_hooks')).data;
  expect(await list()).toEqual([{ kind: 'TAX' }, { kind: 'E_INVOICE' }]);
  await sandbox.must.put('/ext/v1/finalization_hooks/E_INVOICE', { url: 'https://a.example/e' });
  await sandbox.must.put('/ext/v1/finalization_hooks/TAX', { url: 'https://a.example/t' });
  const times = { createdAt: expect.any(String), updatedAt: expect.any(String) };
  expect(await list()).toEqual([
    { kind: 'TAX', url: 'https://a.example/t', ...times },
    { kind: 'E_INVOICE', url: 'https://a.example/e', ...times },
  ]);
  expect(await list(production)).toEqual([{ kind: 'TAX' }, { kind: 'E_INVOICE' }]);
});
