import { beforeAll, describe, expect, it } from 'vitest';
import { listInvoices, onlyInvoice } from '#test/billing-scenario.ts';
import { openPayer } from '#test/group-scenario.ts';
import { useService } from '#test/running-app.ts';
import { callProviders } from '#test/scripted-provider.ts';

const service = useService();
const client = () => service.sandbox;
const send = (invoiceId: unknown) => client().post('/ext/v1/payment_requests', { invoiceId });
const provide = (behaviour: string) =>
  client().must.put('/ext/v1/payment_provider', { kind: 'SIMULATED', behaviour });
let invoiceId: string;

beforeAll(async () => {
  await client().setClock('2030-01-01T00:00:00Z');
  await openPayer(client(), 'a', { rate: 100, until: '2030-02-01' });
  await client().setClock('2030-02-01T00:00:00Z');
  invoiceId = (await onlyInvoice(client(), 'a')).id;
});

describe('POST /ext/v1/payment_requests', () => {
  it('400 while nobody collects', async () => {
    const { status, headers } = await send(invoiceId);
    expect([status, headers['error-code']]).toEqual([400, 'NO_PAYMENT_PROVIDER']);
  });

  it('201 for what was due before there was a provider; of ten at once, one is made', async () => {
    await provide('WAIT');
    const replies = await Promise.all(Array.from({ length: 10 }, () => send(invoiceId)));
    expect(replies.map(({ status }) => status).sort()).toEqual([201, ...Array(9).fill(400)]);
    const { body } = replies.find(({ status }) => status === 201) ?? {};
    expect(body).toMatchObject({
      ...{ invoiceId, accountId: 'a', attempt: 1, amount: 100, currency: 'USD', status: 'PENDING' },
      call: 'OPEN',
    });
    expect((await send(invoiceId)).body.message).toBe(
      `payment request ${body.id} already collects this invoice; wait for its result`,
    );
  });

  it('400 for what is paid, void or a draft, 404 for what is not there', async () => {
    await client().must.patch(`/invoices/${invoiceId}`, { status: 'PAID' });
    await client().settle();
    const { status, body } = await send(invoiceId);
    expect([status, body.message]).toEqual([
      400,
      `invoice ${invoiceId} is PAID: it has no outstanding amount to collect`,
    ]);
    await openPayer(client(), 'b', { from: '2030-02-01' });
    const [draft] = await listInvoices(client(), 'b');
    for (const id of ['inv.none', draft.id]) expect((await send(id)).status).toBe(404);
    for (const id of [undefined, 7, '', 'x'.repeat(51)]) expect((await send(id)).status).toBe(400);
    await callProviders(service);
  });
});
