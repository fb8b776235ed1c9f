import { expect, it } from 'vitest';
import { useService } from '#test/running-app.ts';

const service = useService();
const hook = '/ext/v1/finalization_hooks/TAX';

it('200 whether there is one or not; one that is set again has another secret', async () => {
  const { sandbox } = service;
  const { secret } = await sandbox.must.put(hook, { url: 'https://a.example/t' });
  for (let i = 0; i < 2; i++) {
    expect(await sandbox.delete(hook)).toMatchObject({ status: 200, body: { success: true } });
    expect(await sandbox.must.get(hook)).toEqual({ kind: 'TAX' });
  }
  const again = await sandbox.must.put(hook, { url: 'https://a.example/t' });
  expect(again.secret).toMatch(/^whsec_/);
  expect(again.secret).not.toBe(secret);
});

it('400 for another kind', async () => {
  expect((await service.sandbox.delete('/ext/v1/finalization_hooks/PAYMENT')).status).toBe(400);
});
