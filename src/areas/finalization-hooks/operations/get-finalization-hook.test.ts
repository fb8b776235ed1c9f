import { expect, it } from 'vitest';
import { useService } from '#test/running-app.ts';

const service = useService();
const get = (kind: string) => service.sandbox.get(`/ext/v1/finalization_hooks/${kind}`);

it('200 without a url before there is one, then with what was set and without its secret', async () => {
  expect(await get('TAX')).toMatchObject({ status: 200, body: { kind: 'TAX' } });
  expect((await get('TAX')).body).not.toHaveProperty('url');
  const { secret, ...set } = await service.sandbox.must.put('/ext/v1/finalization_hooks/TAX', {
    url: 'https://a.example/t',
  });
  expect(secret).toMatch(/^whsec_/);
  expect((await get('TAX')).body).toEqual(set);
  expect((await get('E_INVOICE')).body).toEqual({ kind: 'E_INVOICE' });
});

it.each(['tax', 'PAYMENT', '%00'])('400 for kind %s', async (kind) => {
  expect((await get(kind)).status).toBe(400);
});
