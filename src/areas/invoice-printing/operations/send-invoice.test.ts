import { beforeAll, describe, expect, it } from 'vitest';
import { issueManual, mailsOf, openReader, openUnreachable } from '#test/mail-scenario.ts';
import { useService } from '#test/running-app.ts';

const service = useService();
beforeAll(() => service.sandbox.setClock('2030-02-01T00:00:00Z'));

describe('POST /ext/v1/invoices/{invoice_id}/send', () => {
  const send = (id: string, body?: object) => service.sandbox.post(`/ext/v1/invoices/${id}/send`, body);

  it('202 to the recipients of the account, or to those that are named', async () => {
    const { sandbox } = service;
    const account = await openReader(sandbox, {
      account: { billingInformation: { additionalEmailRecipients: ['copy@a.example'] } },
    });
    const { id } = await issueManual(sandbox, account);
    const again = await send(id);
    expect([again.status, again.body.to, again.body.cc]).toEqual([
      202,
      ['pay@acme.example'],
      ['copy@a.example'],
    ]);
    expect(again.body).toMatchObject({ status: 'PENDING', invoiceId: id, requestedBy: expect.any(String) });
    const twenty = Array.from({ length: 20 }, (_, i) => `${i}@a.example`);
    const named = await send(id, { to: [...twenty.slice(0, 19), '19@a.example'] });
    expect([named.status, named.body.to, named.body.cc]).toEqual([202, twenty, []]);
    expect((await mailsOf(sandbox, id)).map(({ requestedBy }) => typeof requestedBy)).toEqual([
      ...['string', 'string', 'undefined'],
    ]);
  });

  it('202 also for one that comes to nothing; the link is that of the moment', async () => {
    const { sandbox } = service;
    const account = await openReader(sandbox);
    const free = await issueManual(sandbox, account, { total: 0 });
    expect((await send(free.id)).status).toBe(202);
    const due = await issueManual(sandbox, account);
    await sandbox.must.post('/settings', {
      ...{ id: 'PAYMENT_LINK', name: 'Pay', namespace: 'INTEGRATION', dataType: 'STRING' },
      ...{ entityType: 'INVOICE', entityId: due.id, value: 'https://pay.example/1' },
    });
    const { body } = await send(due.id);
    const { text } = await sandbox.must.get(`/ext/v1/mails/${body.id}`);
    expect(text).toContain('Pay online: https://pay.example/1\n');
  });

  it.each([
    [['pay@acme.example', 'a@b.example\r\nBcc: x@y.example'], /control|to\[1\]|to\/1/],
    [['Somebody <a@b.example>'], /^to\[0\] must be an e-mail address/],
    [['a@b.example,c@d.example'], /^to\[0\] must be an e-mail address/],
    [[], /to/],
    [Array.from({ length: 21 }, (_, i) => `${i}@a.example`), /to/],
  ])('400 for the recipients %j', async (to, message) => {
    const { sandbox } = service;
    const { id } = await issueManual(sandbox, await openReader(sandbox));
    const { status, body } = await send(id, { to });
    expect([status, body.message]).toEqual([400, expect.stringMatching(message)]);
    expect(await mailsOf(sandbox, id)).toHaveLength(1);
  });

  it('400 for drafts, void ones and accounts without an address; 404 for unknown ones', async () => {
    const { sandbox, production } = service;
    const account = await openUnreachable(service, sandbox);
    const draft = await sandbox.must.post('/invoices', {
      ...{ accountId: account, status: 'DRAFT', lineItems: [{ description: 'Work', value: 1 }] },
      ...{ startDate: '2030-01-01T00:00:00Z', endDate: '2030-02-01T00:00:00Z' },
    });
    expect((await send(draft.id)).body.message).toMatch(/is DRAFT and cannot be mailed/);
    const issued = await issueManual(sandbox, account);
    expect((await send(issued.id)).headers['error-code']).toBe('NOBODY_TO_MAIL');
    expect((await send(issued.id, { to: ['a@b.example'] })).status).toBe(202);
    await sandbox.must.patch(`/invoices/${issued.id}`, { status: 'VOID' });
    expect((await send(issued.id, { to: ['a@b.example'] })).headers['error-code']).toBe('INVOICE_NOT_SENT');
    expect((await send('inv.unknown')).status).toBe(404);
    expect((await production.post(`/ext/v1/invoices/${issued.id}/send`)).status).toBe(404);
  });
});
