import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { issueManual, mailsOf, openReader, pdfOf } from '#test/mail-scenario.ts';
import { mailAt, mailingAt, SENDER, useMailSink } from '#test/mail-sink.ts';
import { useService } from '#test/running-app.ts';
import { listOrgs, soon } from '#test/webhook-receiver.ts';

const service = useService();
const sink = useMailSink();
beforeAll(() => service.sandbox.setClock('2030-02-01T00:00:00Z'));
// What a test leaves to be repeated is of no other one.
afterEach(async () => {
  Object.assign(sink, { toSender: () => null, toRecipient: () => null, toMessage: () => null });
  await mailAt(service, soon().add({ hours: 10_000 }), { smtpUrl: sink.url });
});

/** An invoice whose mail is on its way; the mail can be looked at. */
async function issueOne(terms: Parameters<typeof openReader>[1] = {}) {
  const { sandbox } = service;
  const invoice = await issueManual(sandbox, await openReader(sandbox, terms));
  const mail = async () => (await mailsOf(sandbox, invoice.id))[0];
  const deliver = (at = soon()) => mailAt(service, at, { smtpUrl: sink.url, timeoutMs: 500 });
  return { invoice, mail, deliver, id: (await mail()).id as string };
}
const messageIds = () => sink.received.map(({ parsed }) => parsed.messageId);

describe('a mail', () => {
  it('is handed to the server with the stored PDF, byte for byte, and noted as SENT', async () => {
    const { invoice, mail, deliver, id } = await issueOne();
    await deliver();
    const [received] = sink.received;
    expect([received?.from, received?.recipients]).toEqual([SENDER.address, ['pay@acme.example']]);
    expect(received?.parsed.from).toMatchObject({ name: 'Billing', address: SENDER.address });
    expect(messageIds()).toEqual([`<${id}.1@tallymark.example>`]);
    const [attached] = received?.parsed.attachments ?? [];
    expect(attached).toMatchObject({
      filename: `invoice-${invoice.sequenceId}.pdf`,
      mimeType: 'application/pdf',
    });
    const stored = await pdfOf(service.sandbox, service, invoice.id);
    expect(Buffer.from(attached?.content as ArrayBuffer).equals(stored)).toBe(true);
    expect(stored.length).toBeGreaterThan(1000);
    expect(await mail()).toMatchObject({
      status: 'SENT',
      attempts: [{ number: 1, way: 'SMTP', statusCode: 250, accepted: ['pay@acme.example'], refused: [] }],
    });
    await deliver(soon().add({ hours: 1000 }));
    expect(sink.received.length).toBe(1);
  });

  it.each([
    ['toRecipient', 450],
    ['toMessage', 451],
  ] as const)('that %s defers is sent again under its Message-ID', async (phase, statusCode) => {
    const { mail, deliver } = await issueOne();
    const at = soon();
    sink[phase] = () => `${statusCode} busy`;
    await deliver(at);
    expect(await mail()).toMatchObject({ status: 'RETRYING', attempts: [{ statusCode, accepted: [] }] });
    sink[phase] = () => null;
    await deliver(at.add({ seconds: 50 }));
    expect((await mail()).attempts.length).toBe(1);
    await deliver(at.add({ seconds: 70 }));
    expect(await mail()).toMatchObject({ status: 'SENT', attempts: [{ number: 2 }, { number: 1 }] });
    expect(new Set(messageIds()).size).toBe(1);
  });

  it.each([
    ['toRecipient', '550 no such user'],
    ['toMessage', '554 no thanks'],
  ] as const)('that is refused for good by %s has FAILED and is not repeated', async (phase, response) => {
    const { mail, deliver } = await issueOne();
    sink[phase] = () => response;
    await deliver();
    expect(await mail()).toMatchObject({
      ...{ status: 'FAILED', refused: ['pay@acme.example'], error: expect.stringContaining(response) },
      attempts: [{ statusCode: Number(response.slice(0, 3)), refused: ['pay@acme.example'] }],
    });
    await deliver(soon().add({ hours: 1000 }));
    expect((await mail()).attempts.length).toBe(1);
  });

  it('whose sender is rejected is repeated: the operator can mend that', async () => {
    const { mail, deliver } = await issueOne();
    sink.toSender = () => '550 not from you';
    await deliver();
    expect(await mail()).toMatchObject({ status: 'RETRYING', refused: [], attempts: [{ statusCode: 550 }] });
  });

  it('goes on for those only who have not got it yet', async () => {
    const emailRecipients = ['now@a.example', 'later@a.example', 'never@a.example'];
    const { mail, deliver } = await issueOne({ account: { billingInformation: { emailRecipients } } });
    sink.toRecipient = (to) =>
      to.startsWith('later') ? '451 greylisted' : to.startsWith('never') ? '550 gone' : null;
    const at = soon();
    await deliver(at);
    expect(await mail()).toMatchObject({ status: 'RETRYING', refused: ['never@a.example'] });
    sink.toRecipient = () => null;
    await deliver(at.add({ seconds: 70 }));
    expect(sink.received.map(({ recipients }) => recipients)).toEqual([
      ['now@a.example'],
      ['later@a.example'],
    ]);
    expect(await mail()).toMatchObject({ status: 'SENT', refused: ['never@a.example'] });
  });

  it.each(['SILENCE', 'CUT'] as const)(
    'whose taking over is not confirmed (%s) is sent again',
    async (way) => {
      const { mail, deliver } = await issueOne();
      sink.toMessage = () => way;
      const at = soon();
      await deliver(at);
      expect(await mail()).toMatchObject({
        ...{ status: 'RETRYING', refused: [] },
        attempts: [{ accepted: [], error: expect.any(String) }],
      });
      sink.toMessage = () => null;
      await deliver(at.add({ seconds: 90 }));
      expect((await mail()).status).toBe('SENT');
      expect(sink.received.length).toBe(2);
      expect(new Set(messageIds()).size).toBe(1);
    },
  );

  it('is tried eleven times over four days, and then waits for an operator', async () => {
    const { mail, deliver, id } = await issueOne();
    sink.toRecipient = () => '450 never now';
    const first = soon();
    let at = first;
    for (const seconds of [60, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400, 86_400, 1]) {
      await deliver(at);
      at = at.add({ seconds: Math.ceil(seconds * 1.1) + 1 });
    }
    expect(await mail()).toMatchObject({ status: 'FAILED', error: expect.stringContaining('450') });
    expect((await mail()).attempts.length).toBe(11);
    await deliver(at.add({ hours: 1000 }));
    expect((await mail()).attempts.length).toBe(11);
    sink.toRecipient = () => null;
    await service.sandbox.must.post(`/ext/v1/mails/${id}/resend`);
    await deliver();
    expect((await mail()).status).toBe('SENT');
    expect(messageIds()).toEqual([`<${id}.2@tallymark.example>`]);
  });

  it('is repeated while there is no server', async () => {
    const { mail } = await issueOne();
    await mailAt(service, soon(), { smtpUrl: 'smtp://127.0.0.1:1' });
    expect(await mail()).toMatchObject({ status: 'RETRYING', attempts: [{ error: expect.any(String) }] });
  });

  it('that a lost process had taken is sent again when its lease is over, under its Message-ID', async () => {
    const { mail } = await issueOne();
    const at = soon();
    const sending = { smtpUrl: sink.url, timeoutMs: 20_000 };
    const lost = mailingAt(service, () => at, sending);
    sink.toMessage = () => 'SILENCE';
    for (const org of await listOrgs(service)) lost.wake(org);
    while (sink.received.length === 0) await sleep(10);
    sink.toMessage = () => null;
    await mailAt(service, at.add({ seconds: 119 }), sending);
    expect(sink.received.length).toBe(1);
    await mailAt(service, at.add({ seconds: 120 }), sending);
    expect(messageIds()).toEqual(Array(2).fill(messageIds()[0]));
    expect((await mail()).status).toBe('SENT');
  }, 60_000);
});

it('two processes send each of many mails once', async () => {
  const { sandbox } = service;
  const account = await openReader(sandbox);
  const invoices = [];
  for (let i = 0; i < 8; i++) invoices.push(await issueManual(sandbox, account, { total: i + 1 }));
  const at = soon();
  const sending = { smtpUrl: sink.url };
  await Promise.all([mailAt(service, at, sending), mailAt(service, at, sending)]);
  const mine = sink.received.map(({ parsed }) => parsed.subject ?? '');
  for (const { sequenceId } of invoices)
    expect(mine.filter((subject) => subject.includes(sequenceId))).toHaveLength(1);
});
