import { beforeAll, describe, expect, it } from 'vitest';
import { openAccount } from '#test/billing-scenario.ts';
import { openPayer } from '#test/group-scenario.ts';
import { type Client, useService } from '#test/running-app.ts';

const service = useService();
let client: Client;

const typed = (status: string) => ({
  ...{ accountId: 'acme', status, startDate: '2030-01-01T00:00:00Z', endDate: '2030-02-01T00:00:00Z' },
  lineItems: [{ description: 'Work', value: 5 }],
});

beforeAll(async () => {
  client = service.sandbox;
  await client.setClock('2030-02-10T00:00:00Z');
  await openAccount(client, 'acme');
});

describe('DELETE /invoices/{invoice_id}', () => {
  it('200 for a manual draft, which is gone, and 404 for it from then on', async () => {
    const { id } = await client.must.post('/invoices', { ...typed('DRAFT'), autoAdvance: true });
    const { status, body } = await client.delete(`/invoices/${id}`);
    expect([status, body]).toEqual([200, { success: true }]);
    await client.settle();
    expect((await client.get(`/invoices/${id}`)).status).toBe(404);
    expect((await client.delete(`/invoices/${id}`)).status).toBe(404);
  });

  it('400 for one that is issued, and for the draft of a cycle', async () => {
    const due = await client.must.post('/invoices', typed('DUE'));
    const rejected = await client.delete(`/invoices/${due.id}`);
    expect([rejected.status, rejected.body.message]).toEqual([
      400,
      `invoice ${due.id} is a CUSTOM invoice in status DUE: only CUSTOM drafts can be deleted`,
    ]);
    await openPayer(client, 'planned', { from: '2030-02-01' });
    const { data } = await client.must.get('/invoices?owner_id=planned');
    const draft = await client.delete(`/invoices/${data[0].id}`);
    expect([draft.status, draft.body.message]).toEqual([
      400,
      `invoice ${data[0].id} is a STANDARD invoice in status DRAFT: only CUSTOM drafts can be deleted`,
    ]);
  });
});
