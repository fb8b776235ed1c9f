import { readdir, readFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerSession } from 'smtp-server';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { startMailing } from '#areas/mails/deliver-mails.ts';
import type { LeasedWorker } from '#platform/jobs/leased-work.ts';
import { createLogger } from '#platform/log.ts';
import { createMailer } from '#platform/mail/create-mailer.ts';
import type { Service } from './running-app.ts';
import { listOrgs } from './webhook-receiver.ts';

export interface ReceivedMail {
  raw: Buffer;
  from: string;
  recipients: string[];
  parsed: Email;
}

/** The server's response: null accepts, otherwise an SMTP reply such as `450 later`. */
type Say = string | null;

/** A local mail server that keeps every received mail, rejected ones included. */
export interface MailSink {
  url: string;
  received: ReceivedMail[];
  toSender(address: string): Say;
  toRecipient(address: string): Say;
  /** The response to the whole message; `CUT` closes the connection, `SILENCE` never responds. */
  toMessage(): Say | 'CUT' | 'SILENCE';
}

export function useMailSink(): MailSink {
  const defaults = { toSender: () => null, toRecipient: () => null, toMessage: () => null };
  const sink: MailSink = { url: '', received: [], ...defaults };
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    logger: false,
    closeTimeout: 100,
    onMailFrom: ({ address }, _session, done) => done(faultOf(sink.toSender(address))),
    onRcptTo: ({ address }, _session, done) => done(faultOf(sink.toRecipient(address))),
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        void keep(sink, Buffer.concat(chunks), session).then(() => {
          const said = sink.toMessage();
          if (said === 'CUT') cutAll();
          else if (said !== 'SILENCE') done(faultOf(said));
        });
      });
    },
  });
  // Some tests need a server that disconnects.
  server.on('error', () => undefined);
  const cutAll = () => {
    for (const connection of server.connections as Iterable<{ _socket?: { destroy(): void } }>)
      connection._socket?.destroy();
  };
  beforeAll(async () => {
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    sink.url = `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`;
  });
  beforeEach(() => {
    sink.received.length = 0;
    Object.assign(sink, defaults);
  });
  afterAll(() => new Promise<void>((closed) => server.close(closed)));
  return sink;
}

function faultOf(said: Say): (Error & { responseCode: number }) | null {
  if (said === null) return null;
  const [code, ...words] = said.split(' ');
  return Object.assign(new Error(words.join(' ')), { responseCode: Number(code) });
}

async function keep(sink: MailSink, raw: Buffer, { envelope }: SMTPServerSession): Promise<void> {
  sink.received.push({
    raw,
    from: envelope.mailFrom ? envelope.mailFrom.address : '',
    recipients: envelope.rcptTo.map(({ address }) => address),
    parsed: await PostalMime.parse(raw),
  });
}

interface Sending {
  /** Null: captured. */
  smtpUrl?: string | null;
  isSandboxSent?: boolean;
  captureFolder?: string;
  timeoutMs?: number;
}

export const SENDER = { name: 'Billing', address: 'billing@tallymark.example' };

/** Sends mails due at an instant of real time, as the worker would, until none is due. */
export async function mailAt(service: Service, at: Temporal.Instant, sending: Sending = {}): Promise<void> {
  const mailing = mailingAt(service, () => at, sending);
  for (const org of await listOrgs(service)) mailing.wake(org);
  await mailing.idle();
  await mailing.stop();
}

/** A mail sender like that of a separate process. */
export function mailingAt(
  { app: { database, deployment } }: Service,
  now: () => Temporal.Instant,
  { smtpUrl = null, isSandboxSent = true, captureFolder = '/nonexistent', timeoutMs = 5000 }: Sending,
): LeasedWorker {
  const mailer = createMailer({ smtpUrl, from: SENDER, isSandboxSent }, { captureFolder, timeoutMs });
  const logger = createLogger(process.env.TEST_LOG_LEVEL ?? 'silent');
  return startMailing({ database, deployment: { ...deployment, mailer }, logger, now });
}

/** The parsed mails of a capture folder, sorted by file name. */
export async function readCaptured(folder: string): Promise<{ name: string; mail: Email }[]> {
  const names = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.eml'));
  return Promise.all(
    names.toSorted().map(async (name) => ({
      name,
      mail: await PostalMime.parse(await readFile(join(folder, name))),
    })),
  );
}
