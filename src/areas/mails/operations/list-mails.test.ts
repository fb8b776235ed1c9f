import { beforeAll, describe, expect, it } from 'vitest';
import { issueManual, openReader } from '#test/mail-scenario.ts';
import { mailAt, useMailSink } from '#test/mail-sink.ts';
import { useService } from '#test/running-app.ts';
import { soon } from '#test/webhook-receiver.ts';

const service = useService();
const sink = useMailSink();
beforeAll(() => service.sandbox.setClock('2030-02-01T00:00:00Z'));

describe('GET /ext/v1/mails', () => {
  it('200 with every attempt, by invoice, account and status', async () => {
    const { sandbox } = service;
    const account = await openReader(sandbox);
    const invoice = await issueManual(sandbox, account);
    sink.toMessage = () => '452 full';
    await mailAt(service, soon(), { smtpUrl: sink.url });
    const { data } = await sandbox.must.get(`/ext/v1/mails?invoice_id=${invoice.id}`);
    const time = expect.any(String);
    expect(data).toEqual([
      {
        ...{
          id: expect.stringMatching(/^mail\./),
          kind: 'INVOICE',
          invoiceId: invoice.id,
          accountId: account,
        },
        ...{ status: 'RETRYING', to: ['pay@acme.example'], cc: [], refused: [], nextAttemptAt: time },
        ...{
          subject: `[Sandbox] Invoice ${invoice.sequenceId} from default`,
          createdAt: time,
          updatedAt: time,
        },
        attempts: [
          {
            ...{ number: 1, startedAt: time, durationMs: expect.any(Number), way: 'SMTP', accepted: [] },
            ...{ refused: [], statusCode: 452, messageId: `${data[0].id}.1@tallymark.example` },
            ...{ response: '452 full', error: expect.stringContaining('452 full') },
          },
        ],
      },
    ]);
    const ids = async (query: string) =>
      (await sandbox.must.get(`/ext/v1/mails?${query}`)).data.map(({ id }: { id: string }) => id);
    expect(await ids(`account_id=${account}`)).toEqual([data[0].id]);
    expect(await ids(`status=RETRYING&account_id=${account}`)).toEqual([data[0].id]);
    expect(await ids('status=FAILED')).toEqual([]);
    expect((await sandbox.get('/ext/v1/mails?status=LOST')).status).toBe(400);
    expect((await service.production.must.get('/ext/v1/mails')).data).toEqual([]);
  });

  it('200 by kind, by the customer of the account, and by a part of a recipient or the subject', async () => {
    const { sandbox, production } = service;
    const account = await openReader(sandbox, { email: 'Found.By@search.example' });
    const other = await openReader(sandbox);
    const { customerId } = await sandbox.must.get(`/accounts/${account}`);
    const invoice = await issueManual(sandbox, account);
    await issueManual(sandbox, other);
    const subjects = async (query: string, client = sandbox) =>
      (await client.must.get(`/ext/v1/mails?${query}`)).data.map((each: { subject: string }) => each.subject);
    const mine = [`[Sandbox] Invoice ${invoice.sequenceId} from default`];
    expect(await subjects(`customer_id=${customerId}`)).toEqual(mine);
    expect(await subjects('_search=found.by%40SEARCH')).toEqual(mine);
    expect(await subjects('_search=recipients:search.example')).toEqual(mine);
    expect(await subjects(`_search=Invoice ${invoice.sequenceId}`)).toEqual(mine);
    expect(await subjects(`customer_id=${customerId}&kind=ALERT`)).toEqual([]);
    expect(await subjects(`customer_id=${customerId}&kind=INVOICE,ALERT`)).toEqual(mine);
    expect(await subjects(`customer_id=${customerId}`, production)).toEqual([]);
    expect((await sandbox.get('/ext/v1/mails?kind=LOST')).status).toBe(400);
  });
});
