import { beforeAll, describe, expect, it } from 'vitest';
import { issueManual, mailsOf, openReader, openUnreachable } from '#test/mail-scenario.ts';
import { mailAt, useMailSink } from '#test/mail-sink.ts';
import { useService } from '#test/running-app.ts';
import { soon } from '#test/webhook-receiver.ts';

const service = useService();
const sink = useMailSink();
beforeAll(() => service.sandbox.setClock('2030-02-01T00:00:00Z'));

describe('POST /ext/v1/mails/{mail_id}/resend', () => {
  it('200 to everybody again, as another message; 400 while it is tried; 404 for unknown ones', async () => {
    const { sandbox, production } = service;
    const invoice = await issueManual(sandbox, await openReader(sandbox));
    const [{ id }] = await mailsOf(sandbox, invoice.id);
    const resend = (mail = id) => sandbox.post(`/ext/v1/mails/${mail}/resend`);
    expect((await resend()).body.message).toMatch(/^the mail is PENDING and Tallymark is still trying/);
    sink.toRecipient = () => '550 no such user';
    await mailAt(service, soon(), { smtpUrl: sink.url });
    sink.toRecipient = () => null;
    const { status, body } = await resend();
    expect([status, body.status, body.refused, body.attempts.length]).toEqual([200, 'PENDING', [], 1]);
    expect(body.error).toBeUndefined();
    await mailAt(service, soon(), { smtpUrl: sink.url });
    expect((await resend()).status).toBe(200);
    await mailAt(service, soon(), { smtpUrl: sink.url });
    expect(sink.received.map(({ parsed }) => parsed.messageId)).toEqual([
      `<${id}.2@tallymark.example>`,
      `<${id}.3@tallymark.example>`,
    ]);
    expect((await resend('mail.unknown')).status).toBe(404);
    expect((await production.post(`/ext/v1/mails/${id}/resend`)).status).toBe(404);
  });

  it('400 when there is nobody to send it to', async () => {
    const { sandbox } = service;
    const invoice = await issueManual(sandbox, await openUnreachable(service, sandbox));
    const [{ id }] = await mailsOf(sandbox, invoice.id);
    const { status, headers } = await sandbox.post(`/ext/v1/mails/${id}/resend`);
    expect([status, headers['error-code']]).toEqual([400, 'NOBODY_TO_MAIL']);
  });
});
