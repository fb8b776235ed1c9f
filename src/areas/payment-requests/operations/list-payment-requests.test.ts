import { beforeAll, expect, it } from 'vitest';
import { openAccount } from '#test/billing-scenario.ts';
import { keepRequest, keepRequests } from '#test/examples/payment-requests.ts';
import { useService } from '#test/running-app.ts';

const service = useService();
const list = (query: string) => service.sandbox.get(`/ext/v1/payment_requests?${query}`);
beforeAll(async () => {
  await service.sandbox.setClock('2030-01-01T00:00:00Z');
  for (const id of ['a', 'b']) await openAccount(service.sandbox, id);
  await keepRequests(service.sandbox, 'a');
  await keepRequest(service.sandbox, 'b');
});

it('200 for those that one provider received', async () => {
  const { data } = await service.sandbox.must.get('/ext/v1/payment_providers');
  const [trial, elsewhere] = data.map(({ id }: { id: string }) => id);
  const { body } = await list(`payment_provider_id=${trial}`);
  expect(body.data.map((each: { paymentProviderId: string }) => each.paymentProviderId)).toEqual(
    Array(3).fill(trial),
  );
  expect((await list(`payment_provider_id=${elsewhere}`)).body.data).toEqual([]);
});

it.each([
  ['', 3],
  ['account_id=a', 2],
  ['status=FAILED', 1],
  ['account_id=b&status=FAILED', 0],
  ['invoice_id=inv.none', 0],
  ['pageSize=1', 1],
])('200 for ?%s', async (query, count) => {
  const { status, body } = await list(query);
  expect([status, body.data.length]).toEqual([200, count]);
});

it.each(['status=OPEN', 'pageSize=51', 'pageSize=0', 'nextToken=x', '_sort=amount'])(
  '400 for ?%s',
  async (query) => {
    expect((await list(query)).status).toBe(400);
  },
);
