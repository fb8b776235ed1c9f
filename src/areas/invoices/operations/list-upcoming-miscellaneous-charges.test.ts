import { beforeAll, describe, expect, it } from 'vitest';
import { openAccount } from '#test/billing-scenario.ts';
import { useService } from '#test/running-app.ts';

const service = useService();
beforeAll(() => openAccount(service.sandbox, 'acme'));

const list = (account: string) => service.sandbox.get(`/ext/v1/accounts/${account}/miscellaneous_charges`);

describe('GET /ext/v1/accounts/{account_id}/miscellaneous_charges', () => {
  it('200 with an empty list when there is none', async () => {
    expect(await list('acme')).toMatchObject({ status: 200, body: { data: [] } });
  });

  it('200 with the charges as they were given', async () => {
    const items = [{ name: 'Setup', value: '{"+":[1,{"var":"invoice.gross"}]}', considerForRevenue: true }];
    await service.sandbox.must.put('/accounts/acme/miscellaneous_charges', { items });
    expect((await list('acme')).body).toEqual({ data: items });
  });

  it('404 for an unknown account', async () => {
    expect(await list('nobody')).toMatchObject({
      status: 404,
      body: { message: 'account nobody not found' },
    });
  });
});
