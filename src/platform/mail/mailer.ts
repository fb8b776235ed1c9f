import type { Environment } from '../http/operation.ts';

/** How a mail leaves: handed to a mail server, or written into a folder of this machine. */
export type MailWay = 'SMTP' | 'CAPTURE';

export interface MailMessage {
  /** Without brackets. The same in every attempt: a receiver that gets two sees that they are one. */
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
  message: MailMessage;
  /** Who is to get this attempt; the others of the message have it already. */
  recipients: readonly string[];
}

/** What an attempt came to. Recipients that are in neither list may be tried again. */
export interface MailResult {
  /** The server has taken it over for them. */
  accepted: readonly string[];
  /** They will never get it. */
  refused: readonly string[];
  statusCode: number | null;
  /** The last answer of the server; nothing but printable characters. */
  answer: string | null;
  error: string | null;
}

/** The file of a round of a mail. */
export interface CapturedMail {
  /** Of the message. */
  date: Temporal.Instant;
  /** What stands before the `@` of the id of its message. */
  name: string;
}

export interface Mailer {
  wayOf(environment: Environment): MailWay;
  /** The domain of the sender, for ids of messages. */
  readonly domain: string;
  /** Never rejects. */
  send(way: MailWay, mail: OutgoingMail): Promise<MailResult>;
  /** Removes files of mails that were captured; harmless where there is none. */
  dropMails(mails: readonly CapturedMail[]): Promise<void>;
  /** Removes what was captured before a day of UTC. */
  dropCaptured(before: Temporal.PlainDate): Promise<void>;
}

export function nothingSent(error: string): MailResult {
  return { accepted: [], refused: [], statusCode: null, answer: null, error };
}
