import { expect, it } from 'vitest';
import { openWaiting } from '#test/bill-run-scenario.ts';
import { useService } from '#test/running-app.ts';

const service = useService();

it('200 with the comments on an invoice, the newest first, page by page', async () => {
  const client = await openWaiting(service, 'listed', ['one', 'two']);
  const { data: invoices } = await client.must.get('/invoices');
  const [path, other] = invoices.map(({ id }: { id: string }) => `/ext/v1/invoices/${id}/comments`);
  for (const [day, comment] of [
    ['01', 'first'],
    ['02', 'second'],
    ['03', 'third'],
  ]) {
    await client.setClock(`2030-01-${day}T00:00:00Z`);
    await client.must.post(path, { comment });
  }
  await client.must.post(other, { comment: 'of another invoice' });
  const first = await client.must.get(`${path}?pageSize=2`);
  expect(first.data.map(({ comment }: { comment: string }) => comment)).toEqual(['third', 'second']);
  const last = await client.must.get(`${path}?nextToken=${first.nextToken}`);
  expect(last).toMatchObject({ data: [{ comment: 'first' }], nextToken: null });
});

it('404 for an unknown invoice', async () => {
  expect((await service.sandbox.get('/ext/v1/invoices/inv.x/comments')).status).toBe(404);
});
