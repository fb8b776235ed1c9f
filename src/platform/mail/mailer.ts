import type { Environment } from '../http/operation.ts';
import type { Permit } from '../outbound/permit.ts';

/** The channel of a mail: sent to a mail server, or written to a local folder. */
export type MailTransport = 'SMTP' | 'CAPTURE';

export interface MailMessage {
  /** Without brackets. The same in every attempt, so that receivers can detect duplicates. */
  messageId: string;
  date: Temporal.Instant;
  to: readonly string[];
  cc: readonly string[];
  replyTo: string | null;
  subject: string;
  text: string;
  html: string;
  attachment: { name: string; contentType: string; bytes: Uint8Array } | null;
}

export interface OutgoingMail {
  permit: Permit;
  message: MailMessage;
  /** The recipients of this attempt; the others have received the message already. */
  recipients: readonly string[];
}

/** The result of an attempt. Recipients in neither list may be retried. */
export interface MailResult {
  /** The server has accepted the mail for them. */
  accepted: readonly string[];
  /** Permanently rejected. */
  refused: readonly string[];
  statusCode: number | null;
  /** The server's last response; printable characters only. */
  response: string | null;
  error: string | null;
}

/** The file of a captured attempt. */
export interface CapturedMail {
  /** Date of the message. */
  date: Temporal.Instant;
  /** The part of the message id before the `@`. */
  name: string;
}

export interface Mailer {
  transportOf(environment: Environment): MailTransport;
  /** The sender's domain, for message ids. */
  readonly domain: string;
  /** Never rejects. */
  send(way: MailTransport, mail: OutgoingMail): Promise<MailResult>;
  /** Removes files of captured mails; no effect where there is none. */
  dropMails(mails: readonly CapturedMail[]): Promise<void>;
  /** Removes mails captured before a UTC day. */
  dropCaptured(before: Temporal.PlainDate): Promise<void>;
}

export function nothingSent(error: string): MailResult {
  return { accepted: [], refused: [], statusCode: null, response: null, error };
}
