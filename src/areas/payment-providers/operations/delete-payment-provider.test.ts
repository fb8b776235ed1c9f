import { beforeAll, describe, expect, it } from 'vitest';
import { openAccount } from '#test/billing-scenario.ts';
import { keepRequests } from '#test/examples/payment-requests.ts';
import { useService } from '#test/running-app.ts';

const service = useService();
const remove = (id: string) => service.sandbox.delete(`/ext/v1/payment_providers/${id}`);
let unasked: string;
let requested: string;

beforeAll(async () => {
  const client = service.sandbox;
  await client.setClock('2030-01-01T00:00:00Z');
  await openAccount(client, 'a');
  const { ids } = await keepRequests(client, 'a');
  unasked = ids.payment_provider_id;
  const request = await client.must.get(`/ext/v1/payment_requests/${ids.payment_request_id}`);
  requested = request.paymentProviderId;
});

describe('DELETE /ext/v1/payment_providers/{payment_provider_id}', () => {
  it('400 for the default', async () => {
    const { status, headers } = await remove(requested);
    expect([status, headers['error-code']]).toEqual([400, 'PAYMENT_PROVIDER_IS_DEFAULT']);
  });

  it('400 for one that was asked for something, also when it is the default no longer', async () => {
    await service.sandbox.must.put(`/ext/v1/payment_providers/${unasked}`, {
      kind: 'OFFLINE',
      isDefault: true,
    });
    const { status, body } = await remove(requested);
    expect([status, body.message]).toEqual([400, expect.stringMatching(/cannot be deleted.+OFFLINE/)]);
    await service.sandbox.must.put(`/ext/v1/payment_providers/${requested}`, {
      kind: 'OFFLINE',
      isDefault: true,
    });
  });

  it('200 for one that was not, and its countries are free again; 404 the second time', async () => {
    expect((await remove(unasked)).status).toBe(200);
    expect((await remove(unasked)).status).toBe(404);
    const again = { kind: 'OFFLINE', name: 'Again', countries: ['NZ'] };
    expect((await service.sandbox.post('/ext/v1/payment_providers', again)).status).toBe(201);
  });
});
