import { beforeAll, describe, expect, it } from 'vitest';
import { issueManual, openReader, openUnreachable } from '#test/mail-scenario.ts';
import { mailAt, useMailSink } from '#test/mail-sink.ts';
import { pdfPages } from '#test/read-pdf.ts';
import { useService } from '#test/running-app.ts';
import { soon } from '#test/webhook-receiver.ts';

const service = useService();
const sink = useMailSink();
beforeAll(() => service.sandbox.setClock('2030-02-01T00:00:00Z'));

const send = (body: object, headers = {}) =>
  service.sandbox.post('/ext/v1/statement/send', { currency: 'USD', ...body }, headers);
const account = (debtorId: string) => ({ debtorType: 'ACCOUNT', debtorId });
const codeOf = async (body: object) => {
  const { status, headers } = await send(body);
  return [status, headers['error-code']];
};
const mailsOf = async (accountId: string) =>
  (await service.sandbox.must.get(`/ext/v1/mails?account_id=${accountId}`)).data.filter(
    ({ invoiceId }: { invoiceId?: string }) => invoiceId === undefined,
  );

async function owing(terms: Parameters<typeof openReader>[1] = {}): Promise<string> {
  const id = await openReader(service.sandbox, terms);
  await issueManual(service.sandbox, id, { total: 119.5 });
  return id;
}

describe('POST /ext/v1/statement/send', () => {
  it('202 to the recipients of the account, with the document of that moment', async () => {
    const id = await owing({
      account: { billingInformation: { additionalEmailRecipients: ['tax@a.example'] } },
    });
    const { status, body } = await send({
      ...account(id),
      message: 'We moved.\n<b>Please</b> pay by Friday.',
    });
    expect([status, body]).toMatchObject([
      202,
      { status: 'PENDING', accountId: id, to: ['pay@acme.example'], cc: ['tax@a.example'] },
    ]);
    const { text, html } = await service.sandbox.must.get(`/ext/v1/mails/${body.id}`);
    expect(text).toContain('We moved.\n<b>Please</b> pay by Friday.\n');
    expect(text).toContain('Closing balance: 119.50 USD\n');
    expect(html).toContain('<p>&lt;b&gt;Please&lt;/b&gt; pay by Friday.</p>');
    await mailAt(service, soon(), { smtpUrl: sink.url });
    const received = sink.received.find(({ parsed }) => parsed.subject?.includes('Statement of account'));
    const [attached] = received?.parsed.attachments ?? [];
    expect(attached?.mimeType).toBe('application/pdf');
    const printed = pdfPages(Buffer.from(attached?.content as ArrayBuffer))
      .flat()
      .join(' ');
    expect(printed).toContain('USD 119.50');
  });

  it('202 in the chosen language, to the chosen addresses alone', async () => {
    const id = await owing();
    const { body } = await send({
      ...account(id),
      language: 'de',
      mailTo: ['a@b.example'],
      mailCc: ['c@d.example'],
    });
    expect([body.to, body.cc]).toEqual([['a@b.example'], ['c@d.example']]);
    const { text } = await service.sandbox.must.get(`/ext/v1/mails/${body.id}`);
    expect(body.subject).toContain('Kontoauszug, ');
    expect(text).toContain('Endsaldo: 119.50 USD');
    expect((await send({ ...account(id), mailTo: ['a@b.example'] })).body.cc).toEqual([]);
  });

  it('202 once for one Idempotency-Key', async () => {
    const id = await owing();
    const headers = { 'idempotency-key': `statement-${id}` };
    const [one, other] = [await send(account(id), headers), await send(account(id), headers)];
    expect(other.body).toEqual(one.body);
    expect(await mailsOf(id)).toHaveLength(1);
  });

  it('202 with an entry of the audit log that names no recipient', async () => {
    const id = await owing();
    const { body } = await send({
      debtorType: 'CUSTOMER',
      debtorId: await customerOf(id),
      from: '2030-01-01',
    });
    expect([body.customerId, body.accountId]).toEqual([await customerOf(id), undefined]);
    const { data } = await service.sandbox.must.get('/ext/v1/audit_log?entity_type=STATEMENT');
    expect(data[0]).toMatchObject({
      ...{ action: 'CREATED', operationId: 'sendStatement' },
      after: { debtorType: 'CUSTOMER', debtorId: await customerOf(id), mailId: body.id, closing: 119.5 },
    });
    expect(JSON.stringify(data[0])).not.toContain('@');
  });

  it('400 without a recipient, and nothing is stored', async () => {
    const id = await openUnreachable(service, service.sandbox);
    await issueManual(service.sandbox, id);
    expect(await codeOf(account(id))).toEqual([400, 'NOBODY_TO_MAIL']);
    expect(await codeOf({ ...account(await owing()), mailTo: [] })).toEqual([400, 'NOBODY_TO_MAIL']);
    expect(await mailsOf(id)).toEqual([]);
  });

  it('400 while INVOICE_MAIL is false for the account or the organization', async () => {
    const id = await owing();
    const off = {
      id: 'INVOICE_MAIL',
      name: 'Mail',
      namespace: 'PLATFORM',
      dataType: 'STRING',
      value: 'false',
    };
    await service.sandbox.must.post('/settings', { ...off, entityType: 'ACCOUNT', entityId: id });
    expect(await codeOf(account(id))).toEqual([400, 'STATEMENT_MAIL_OFF']);
    const customer = { debtorType: 'CUSTOMER', debtorId: await customerOf(id) };
    expect((await send(customer)).status).toBe(202);
    const ofAll = { ...off, entityType: 'ORGANIZATION', entityId: 'default' };
    await service.sandbox.must.post('/settings', ofAll);
    expect(await codeOf(customer)).toEqual([400, 'STATEMENT_MAIL_OFF']);
    await service.sandbox.must.delete('/ext/v1/settings/setting.PLATFORM.INVOICE_MAIL.ORGANIZATION.default');
  });

  it('400 for an erased customer and for the address of an erased contact', async () => {
    const { sandbox } = service;
    const id = await owing({ email: 'erika@alone.example' });
    const customer = await customerOf(id);
    const gone = { ...account(id), mailTo: ['a@b.example', 'erased.x@erased.invalid'] };
    expect(await codeOf(gone)).toEqual([400, 'STATEMENT_RECIPIENT_ERASED']);
    await send({ debtorType: 'CUSTOMER', debtorId: customer });
    await sandbox.must.delete(`/accounts/${id}`);
    await sandbox.must.delete(`/customers/${customer}`);
    const { erasureId } = await sandbox.must.post(`/ext/v1/customers/${customer}/erase`);
    await sandbox.settle();
    // The document goes with its mail.
    const erasure = await sandbox.must.get(`/ext/v1/erasures/${erasureId}`);
    expect(erasure).toMatchObject({ status: 'COMPLETED', deletedFiles: 1 });
    expect(await codeOf(account(id))).toEqual([400, 'STATEMENT_DEBTOR_ERASED']);
    expect(await codeOf({ debtorType: 'CUSTOMER', debtorId: customer })).toEqual([
      400,
      'STATEMENT_DEBTOR_ERASED',
    ]);
    expect((await sandbox.must.get(`/ext/v1/mails?customer_id=${customer}`)).data).toEqual([]);
  });

  it.each([
    [{ mailTo: ['Ann <a@b.example>'] }, 400, 'RECIPIENT_INVALID'],
    [{ mailTo: addresses(15), mailCc: addresses(6, 'cc') }, 400, 'STATEMENT_RECIPIENTS_MANY'],
    [{ currency: 'EUR' }, 400, 'STATEMENT_WITHOUT_INVOICE'],
    [{ from: '2030-02-02', to: '2030-02-02' }, 400, 'JOURNAL_PERIOD_INVALID'],
    [{ debtorId: 'nobody' }, 404, 'CUSTOMER_ACCOUNT_OR_INVOICE_GROUP_NOT_FOUND'],
  ])('for %j: %i %s', async (body, status, code) => {
    expect(await codeOf({ ...account(await owing()), ...body })).toEqual([status, code]);
  });
});

function addresses(count: number, name = 'to'): string[] {
  return Array.from({ length: count }, (_, index) => `${name}${index}@a.example`);
}

async function customerOf(accountId: string): Promise<string> {
  return (await service.sandbox.must.get(`/accounts/${accountId}`)).customerId;
}
