import { beforeAll, describe, expect, it } from 'vitest';
import { issueManual, openReader } from '#test/mail-scenario.ts';
import { useService } from '#test/running-app.ts';

const service = useService();
let id = '';
const preview = (body: object = {}) =>
  service.sandbox.post('/ext/v1/statement/mail_preview', {
    ...{ debtorType: 'ACCOUNT', debtorId: id, currency: 'USD', from: '2030-01-01', to: '2030-02-01' },
    ...body,
  });

beforeAll(async () => {
  const { sandbox } = service;
  await sandbox.setClock('2030-01-20T00:00:00Z');
  id = await openReader(sandbox);
  const { customerId } = await sandbox.must.get(`/accounts/${id}`);
  await sandbox.must.post(`/customers/${customerId}/contacts`, { name: 'Ann', email: 'ann@acme.example' });
  await issueManual(sandbox, id, { total: 119.5 });
});

describe('POST /ext/v1/statement/mail_preview', () => {
  it('200 with recipients, contacts and the words of the mail', async () => {
    const { status, body } = await preview({ message: 'Hello' });
    expect([status, body]).toMatchObject([
      200,
      {
        ...{ language: 'en', transport: 'CAPTURE', to: ['pay@acme.example'], cc: [] },
        contacts: [{ name: 'Ann', email: 'ann@acme.example' }],
        subject: expect.stringContaining('Statement of account, 1 – 31 January 2030'),
      },
    ]);
    expect(body.text.split('\n').slice(0, 8)).toEqual([
      ...[
        'Dear Account of Acme,',
        '',
        'please find attached your statement of account for 1 – 31 January 2030.',
      ],
      ...['Hello', 'This is a test from a sandbox. No payment is due.', ''],
      ...['Opening balance: 0.00 USD', 'Closing balance: 119.50 USD'],
    ]);
  });

  it.each([
    ['de', 'Guten Tag Account of Acme,', 'Kontoauszug, 1. Januar 2030 – 31. Januar 2030'],
    ['fr', 'Bonjour Account of Acme,', 'Relevé de compte, 1er janvier 2030 – 31 janvier 2030'],
    ['es', 'Buenos días, Account of Acme:', 'Estado de cuenta, 1 de enero de 2030 – 31 de enero de 2030'],
    ['ja', 'Account of Acme 様', '取引明細書, 2030年1月1日 – 2030年1月31日'],
    ['ar', 'مرحبًا Account of Acme،', 'كشف حساب, 1 يناير 2030 – 31 يناير 2030'],
  ])('200 in %s', async (language, greeting, subject) => {
    const { body } = await preview({ language });
    expect([body.language, body.text.split('\n')[0]]).toEqual([language, greeting]);
    expect(body.subject).toContain(subject);
  });

  it.each([
    [{ mailTo: ['nobody'] }, 400, 'RECIPIENT_INVALID'],
    [{ debtorType: 'CUSTOMER', debtorId: 'nobody' }, 404, 'CUSTOMER_ACCOUNT_OR_INVOICE_GROUP_NOT_FOUND'],
    [{ currency: 'EUR' }, 400, 'STATEMENT_WITHOUT_INVOICE'],
  ])('for %j: %i %s', async (body, status, code) => {
    const reply = await preview(body);
    expect([reply.status, reply.headers['error-code']]).toEqual([status, code]);
  });
});
