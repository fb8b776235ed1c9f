import { beforeAll, expect, it } from 'vitest';
import { openAccount } from '#test/billing-scenario.ts';
import { keepRequests } from '#test/examples/payment-requests.ts';
import { useService } from '#test/running-app.ts';

const service = useService();
let id: string;
beforeAll(async () => {
  await service.sandbox.setClock('2030-01-01T00:00:00Z');
  await openAccount(service.sandbox, 'a');
  id = (await keepRequests(service.sandbox, 'a')).ids.payment_request_id;
});

it('200 with what became of it', async () => {
  const { status, body } = await service.sandbox.get(`/ext/v1/payment_requests/${id}`);
  expect([status, body]).toMatchObject([
    200,
    {
      ...{ id, accountId: 'a', attempt: 1, provider: 'Trial', amount: 15, currency: 'USD' },
      ...{ status: 'FAILED', failureReason: 'Card declined', retryAt: '2030-01-02T00:00:00.000Z' },
    },
  ]);
  expect(body).not.toHaveProperty('orgId');
});

it('404 for one that is not there, also in the other environment', async () => {
  expect((await service.sandbox.get('/ext/v1/payment_requests/preq.none')).status).toBe(404);
  expect((await service.production.get(`/ext/v1/payment_requests/${id}`)).status).toBe(404);
});
