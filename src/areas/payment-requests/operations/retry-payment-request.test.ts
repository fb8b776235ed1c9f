import { beforeAll, describe, expect, it } from 'vitest';
import { onlyInvoice } from '#test/billing-scenario.ts';
import { openPayer } from '#test/group-scenario.ts';
import { type Reply, useService } from '#test/running-app.ts';
import { callProviders, listRequests, requestsOf } from '#test/scripted-provider.ts';

const service = useService();
const client = () => service.sandbox;
const retry = (id: string) => client().post(`/ext/v1/payment_requests/${id}/retry`);
const provide = (behaviour: string) =>
  client().must.put('/ext/v1/payment_provider', { kind: 'SIMULATED', behaviour });
let invoiceId: string;
let request: Reply['body'];

beforeAll(async () => {
  await client().setClock('2030-01-01T00:00:00Z');
  await provide('REFUSE');
  await openPayer(client(), 'a', { rate: 100, until: '2030-02-01' });
  await client().setClock('2030-02-01T00:00:00Z');
  invoiceId = (await onlyInvoice(client(), 'a')).id;
  [request] = await listRequests(client(), invoiceId);
});

describe('POST /ext/v1/payment_requests/{payment_request_id}/retry', () => {
  it('400 while the provider is being asked', async () => {
    const { status, headers } = await retry(request.id);
    expect([status, headers['error-code']]).toEqual([400, 'PAYMENT_REQUEST_PENDING']);
  });

  it('200 with the next attempt of one that failed, in place of the one that was planned', async () => {
    await callProviders(service);
    const [failed] = await listRequests(client(), invoiceId);
    expect(failed).toMatchObject({ status: 'FAILED', retryAt: '2030-02-02T00:00:00.000Z' });
    await provide('SUCCEED');
    const { status, body } = await retry(request.id);
    expect([status, body]).toMatchObject([200, { attempt: 2, status: 'PENDING', amount: 100 }]);
    expect((await retry(request.id)).status).toBe(400);
    await callProviders(service);
    await client().setClock('2030-02-20T00:00:00Z');
    expect((await requestsOf(client(), invoiceId)).toSorted()).toEqual(['1 FAILED 100', '2 SUCCEEDED 100']);
  });

  it('400 for one of an invoice that is paid, or that succeeded; 404 for one that is not there', async () => {
    expect((await retry(request.id)).headers['error-code']).toBe('INVOICE_NOT_OWED');
    const requests = await listRequests(client(), invoiceId);
    const { id } = requests.find(({ status }) => status === 'SUCCEEDED');
    expect((await retry(id)).headers['error-code']).toBe('PAYMENT_REQUEST_ENDED');
    expect((await retry('preq.none')).status).toBe(404);
  });
});
