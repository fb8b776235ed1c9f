import { expect, it } from 'vitest';
import { issueManual, openReader } from '#test/mail-scenario.ts';
import { useService } from '#test/running-app.ts';

const service = useService();

it('GET …/payment_link: 200 with the link while money is owed, and without one else; 404', async () => {
  const { sandbox } = service;
  await sandbox.setClock('2030-02-01T00:00:00Z');
  const { id } = await issueManual(sandbox, await openReader(sandbox));
  const read = async () => (await sandbox.must.get(`/ext/v1/invoices/${id}/payment_link`)) as object;
  expect(await read()).toEqual({});
  await sandbox.must.post('/settings', {
    ...{ id: 'PAYMENT_LINK', name: 'Pay', namespace: 'INTEGRATION', dataType: 'STRING' },
    ...{ entityType: 'INVOICE', entityId: id, value: 'https://pay.example/1' },
  });
  expect(await read()).toEqual({ url: 'https://pay.example/1' });
  await sandbox.must.patch(`/invoices/${id}`, { status: 'PAID' });
  expect(await read()).toEqual({});
  const unknown = await sandbox.get('/ext/v1/invoices/inv.nobody/payment_link');
  expect([unknown.status, unknown.body.message]).toEqual([404, 'invoice inv.nobody not found']);
});
