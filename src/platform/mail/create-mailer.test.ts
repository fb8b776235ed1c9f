import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { permitNewMessages } from '../outbound/permit.ts';
import { createMailer } from './create-mailer.ts';
import type { MailMessage } from './mailer.ts';

const FROM = { name: 'Grüße & Co., Billing', address: 'billing@tallymark.example' };
const MESSAGE: MailMessage = {
  messageId: 'mail.1.1@tallymark.example',
  date: Temporal.Instant.from('2030-02-01T10:00:00Z'),
  to: ['pay@acme.example'],
  cc: ['kasse@xn--mnchen-3ya.example'],
  replyTo: 'desk@seller.example',
  subject: 'Rechnung 2030-02-0001 — 請求書 🧾 from Grüße & Söhne',
  text: 'Dear Åsa,\n\n.\nattached is it.\n',
  html: '<p>Dear Åsa</p>',
  attachment: { name: 'Rechnung Nr. 1 – März.pdf', contentType: 'application/pdf', bytes: everyByte() },
};

function everyByte(): Uint8Array {
  return Uint8Array.from({ length: 4096 }, (_, i) => (i * 7) % 256);
}

const permit = permitNewMessages('MAIL');
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tallymark-mail-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const capturing = (captureFolder = folder) =>
  createMailer({ smtpUrl: null, from: FROM, isSandboxSent: false }, { captureFolder });
const capture = (changed: Partial<MailMessage>, captureFolder = folder) =>
  capturing(captureFolder).send('CAPTURE', {
    permit,
    message: { ...MESSAGE, ...changed },
    recipients: ['pay@acme.example'],
  });

describe('a captured mail', () => {
  it('is a file that mail programs read, with every character and byte as it was', async () => {
    expect(await capture({})).toEqual({
      ...{ accepted: ['pay@acme.example'], refused: [], statusCode: null, response: null, error: null },
    });
    const path = join(folder, '2030-02-01', 'mail.1.1.eml');
    const raw = await readFile(path);
    const mail = await PostalMime.parse(raw);
    expect(mail).toMatchObject({
      from: FROM,
      to: [{ address: 'pay@acme.example' }],
      cc: [{ address: 'kasse@xn--mnchen-3ya.example' }],
      replyTo: [{ address: 'desk@seller.example' }],
      subject: MESSAGE.subject,
      messageId: '<mail.1.1@tallymark.example>',
      attachments: [{ filename: 'Rechnung Nr. 1 – März.pdf', mimeType: 'application/pdf' }],
    });
    const plain = mail.text?.replaceAll('\r\n', '\n').trimEnd();
    expect([plain, mail.html?.trim()]).toEqual([MESSAGE.text.trimEnd(), MESSAGE.html]);
    expect(new Uint8Array(mail.attachments[0]?.content as ArrayBuffer)).toEqual(everyByte());
    // Nothing but ASCII, and no line longer than the standard allows.
    expect(raw.every((byte) => byte < 128)).toBe(true);
    expect(
      Math.max(
        ...raw
          .toString('latin1')
          .split('\r\n')
          .map(({ length }) => length),
      ),
    ).toBeLessThan(998);
    // Written again it is the same file, and nothing lies beside it.
    await capture({});
    expect(await readdir(join(folder, '2030-02-01'))).toEqual(['mail.1.1.eml']);
  });

  it.each([
    ['subject', { subject: 'Invoice\r\nBcc: all@acme.example' }],
    ['subject', { subject: 'Invoice\u0000' }],
    ['subject', { subject: 'Invoice\u2028Bcc: x' }],
    ['recipient', { to: ['pay@acme.example\r\nBcc: all@acme.example'] }],
    ['recipient', { to: ['pay@acme.example, all@acme.example'] }],
    ['recipient', { cc: ['Somebody <pay@acme.example>'] }],
    ['reply address', { replyTo: 'x@y.example\nX-Header: 1' }],
    ['file name', { attachment: { ...(MESSAGE.attachment as object), name: 'a\r\nb.pdf' } as never }],
    ['Message-ID', { messageId: 'a\r\nb@c.example' }],
  ])('whose %s would begin a header of its own is refused for good', async (_, changed) => {
    const result = await capture({ ...changed, date: Temporal.Instant.from('2031-01-01T00:00:00Z') });
    expect(result).toMatchObject({ accepted: [], refused: ['pay@acme.example'], error: expect.any(String) });
    expect(await readdir(folder)).not.toContain('2031-01-01');
  });

  it('that cannot be written is tried again later', async () => {
    const file = join(folder, 'file');
    await writeFile(file, '');
    expect(await capture({}, file)).toMatchObject({
      accepted: [],
      refused: [],
      error: expect.stringMatching(/ENOTDIR|EEXIST/),
    });
  });

  it('is removed with its day, and nothing else is', async () => {
    await capture({ messageId: 'old@x.example', date: Temporal.Instant.from('2030-01-31T23:59:59Z') });
    await capturing().dropCaptured(Temporal.PlainDate.from('2030-02-01'));
    expect((await readdir(folder)).toSorted()).toEqual(['2030-02-01', 'file']);
    await capturing(join(folder, 'none')).dropCaptured(Temporal.PlainDate.from('2030-02-01'));
  });
});

describe('the way of a mail', () => {
  const transportOf = (smtpUrl: string | null, isSandboxSent: boolean) => {
    const mailer = createMailer({ smtpUrl, from: FROM, isSandboxSent }, { captureFolder: folder });
    return [mailer.transportOf('production'), mailer.transportOf('sandbox')];
  };
  it.each([
    [null, false, 'CAPTURE', 'CAPTURE'],
    [null, true, 'CAPTURE', 'CAPTURE'],
    ['smtp://localhost', false, 'SMTP', 'CAPTURE'],
    ['smtp://localhost', true, 'SMTP', 'SMTP'],
  ])(
    'with the server %s and MAIL_SANDBOX %s: production %s, sandbox %s',
    (url, isSent, production, sandbox) => {
      expect(transportOf(url, isSent)).toEqual([production, sandbox]);
    },
  );
});

describe('a server', () => {
  let server: Server;
  const lines: string[] = [];
  let response: (line: string) => string = () => '250 fine';
  beforeAll(async () => {
    server = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.write('220 here\r\n');
      socket.on('data', (chunk) => {
        for (const line of chunk.toString().split('\r\n').filter(Boolean)) {
          lines.push(line);
          socket.write(`${response(line)}\r\n`);
        }
      });
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  });
  afterAll(() => server.close());
  const send = (credentials: string, timeoutMs = 300) => {
    const smtpUrl = `smtp://${credentials}127.0.0.1:${(server.address() as AddressInfo).port}`;
    const settings = { smtpUrl, from: FROM, isSandboxSent: true };
    const mailer = createMailer(settings, { captureFolder: folder, timeoutMs });
    return mailer.send('SMTP', { permit, message: MESSAGE, recipients: ['pay@acme.example'] });
  };

  it('without TLS gets no password', async () => {
    expect(await send('user:secret@')).toMatchObject({
      accepted: [],
      refused: [],
      error: expect.any(String),
    });
    expect(lines.filter((line) => /AUTH|MAIL/i.test(line))).toEqual([]);
    expect(lines.length).toBeGreaterThan(0);
  });

  it('that keeps talking and never ends is given up', async () => {
    const ticks = setInterval(() => undefined, 1000);
    response = () => '250-more';
    const began = performance.now();
    expect(await send('')).toMatchObject({ accepted: [], refused: [], error: expect.any(String) });
    expect(performance.now() - began).toBeLessThan(5000);
    clearInterval(ticks);
  });

  it.each(['\u001b[31mred\u0007', 'a\u009bb'])(
    'that answers with control characters is noted without them',
    async (said) => {
      response = () => `550 ${said}`;
      const { response: printed, error } = await send('');
      expect(`${printed}${error}`).not.toMatch(/[\p{C}]/u);
    },
  );
});
