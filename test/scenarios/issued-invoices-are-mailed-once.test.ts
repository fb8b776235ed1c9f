import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { formGroup, listComposites, openPayer } from '#test/group-scenario.ts';
import { issueManual, mailsOf, openReader, openUnreachable, pdfOf } from '#test/mail-scenario.ts';
import { mailAt, readCaptured, useMailSink } from '#test/mail-sink.ts';
import { type Client, type Reply, useService } from '#test/running-app.ts';
import { soon } from '#test/webhook-receiver.ts';

const service = useService();
const sink = useMailSink();
let client: Client;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tallymark-captured-'));
  client = (await service.createOrganization('seller')).sandbox;
  await client.setClock('2030-01-01T00:00:00Z');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const receivers = (mail: Reply['body']) => [mail.to, mail.cc];
const setMailing = (entityType: string, entityId: string, value: string) =>
  client.must.post('/settings', {
    ...{ entityType, entityId, value, id: 'INVOICE_MAIL', namespace: 'PLATFORM', name: 'Mail' },
    dataType: 'STRING',
  });

describe('an issued invoice', () => {
  it('is mailed once, with its PDF; what works on it again sends no other', async () => {
    const invoice = await issueManual(client, await openReader(client));
    for (let i = 0; i < 2; i++) await client.settle();
    const mails = await mailsOf(client, invoice.id);
    expect(mails).toMatchObject([{ status: 'PENDING', invoiceId: invoice.id, accountId: invoice.ownerId }]);
    expect(receivers(mails[0])).toEqual([['pay@acme.example'], []]);
    await mailAt(service, soon(), { captureFolder: folder });
    const captured = (await readCaptured(folder)).filter(({ name }) => name.includes(mails[0].id));
    const [attached] = captured[0]?.mail.attachments ?? [];
    const stored = await pdfOf(client, service, invoice.id);
    expect(Buffer.from(attached?.content as ArrayBuffer).equals(stored)).toBe(true);
    expect(captured[0]?.mail.subject).toBe(`[Sandbox] Invoice ${invoice.sequenceId} from seller`);
    expect((await mailsOf(client, invoice.id))[0]).toMatchObject({
      status: 'SENT',
      attempts: [{ way: 'CAPTURE' }],
    });
  });

  it('of a cycle is mailed when it closes, and its draft is not', async () => {
    await openPayer(client, 'payer', { rate: 10 });
    await client.setClock('2030-01-31T00:00:00Z');
    expect((await client.must.get('/ext/v1/mails?account_id=payer')).data).toEqual([]);
    await client.setClock('2030-02-01T00:00:00Z');
    const { data } = await client.must.get('/ext/v1/mails?account_id=payer');
    expect(data.length).toBe(1);
    const { text } = await client.must.get(`/ext/v1/mails/${data[0].id}`);
    expect(text).toContain('Amount: 10.00 USD');
  });

  it('that comes to nothing is not mailed, and one in favour of the customer is', async () => {
    const account = await openReader(client);
    expect(await mailsOf(client, (await issueManual(client, account, { total: 0 })).id)).toEqual([]);
    expect(await mailsOf(client, (await issueManual(client, account, { total: -5 })).id)).toHaveLength(1);
  });

  it('goes to the recipients of the account, else to it, else to its customer; each once', async () => {
    const mailTo = async (account: Record<string, unknown>, email = 'customer@a.example') => {
      const invoice = await issueManual(client, await openReader(client, { email, account }));
      return receivers((await mailsOf(client, invoice.id))[0]);
    };
    expect(await mailTo({})).toEqual([['customer@a.example'], []]);
    expect(await mailTo({ primaryEmail: 'own@a.example' })).toEqual([['own@a.example'], []]);
    const emailRecipients = ['first@a.example', 'second@a.example'];
    const additionalEmailRecipients = ['SECOND@a.example', 'copy@a.example'];
    const billingInformation = { emailRecipients, additionalEmailRecipients };
    expect(await mailTo({ primaryEmail: 'own@a.example', billingInformation })).toEqual([
      ['first@a.example', 'second@a.example'],
      ['copy@a.example'],
    ]);
    const many = (name: string) => Array.from({ length: 15 }, (_, i) => `${name}${i}@a.example`);
    const [to, cc] = await mailTo({
      billingInformation: { emailRecipients: many('to'), additionalEmailRecipients: many('cc') },
    });
    expect([to.length, cc.length]).toEqual([15, 5]);
  });

  it('of an account without a usable address is seen to have failed', async () => {
    const invoice = await issueManual(client, await openUnreachable(service, client));
    const [mail] = await mailsOf(client, invoice.id);
    const error = expect.stringMatching(/^there is no recipient/);
    expect(mail).toMatchObject({ status: 'FAILED', to: [], error });
    expect((await client.post(`/ext/v1/mails/${mail.id}/resend`)).status).toBe(400);
  });

  it('is not mailed where INVOICE_MAIL says no, of the account or else of the organization', async () => {
    const [quiet, loud] = [await openReader(client), await openReader(client)];
    await setMailing('ACCOUNT', quiet, 'false');
    expect(await mailsOf(client, (await issueManual(client, quiet)).id)).toEqual([]);
    await setMailing('ORGANIZATION', 'seller', 'false');
    await setMailing('ACCOUNT', loud, 'true');
    expect(await mailsOf(client, (await issueManual(client, loud)).id)).toHaveLength(1);
    expect(await mailsOf(client, (await issueManual(client, await openReader(client))).id)).toEqual([]);
    await client.must.delete('/ext/v1/settings/setting.PLATFORM.INVOICE_MAIL.ORGANIZATION.seller');
  });

  it('of a group is mailed to the group, and its members are not', async () => {
    for (const account of ['member-1', 'member-2']) await openPayer(client, account, { from: '2030-02-01' });
    const groupId = await formGroup(client, { accounts: ['member-1', 'member-2'] });
    await client.setClock('2030-03-02T00:00:00Z');
    const [composite] = await listComposites(client, groupId);
    const [mail, ...more] = await mailsOf(client, composite.id);
    expect([receivers(mail), mail.accountId, more]).toEqual([[['bills@holding.example'], []], undefined, []]);
    for (const account of ['member-1', 'member-2'])
      expect((await client.must.get(`/ext/v1/mails?account_id=${account}`)).data).toEqual([]);
    const typed = await issueManual(client, groupId, { ownerType: 'INVOICE_GROUP' });
    expect(receivers((await mailsOf(client, typed.id))[0])).toEqual([['bills@holding.example'], []]);
  });
});

it('a sandbox reaches no real customer, unless the operator switches that on', async () => {
  const account = await openReader(client);
  const first = await issueManual(client, account);
  const sending = { smtpUrl: sink.url, captureFolder: folder };
  await mailAt(service, soon(), { ...sending, isSandboxSent: false });
  expect(sink.received).toEqual([]);
  expect((await mailsOf(client, first.id))[0].attempts[0].way).toBe('CAPTURE');
  const second = await issueManual(client, account);
  await mailAt(service, soon(), { ...sending, isSandboxSent: true });
  expect(sink.received.map(({ parsed }) => parsed.subject)).toEqual([
    `[Sandbox] Invoice ${second.sequenceId} from seller`,
  ]);
});
