import type { Generated } from 'kysely';
import type { MailTransport } from '#platform/mail/mailer.ts';
import type { MAIL_KINDS } from './schema.ts';

declare module '#platform/db/tables.ts' {
  interface Tables {
    mails: MailsTable;
    mailAttempts: MailAttemptsTable;
  }
}

export type MailStatus = 'PENDING' | 'RETRYING' | 'SENT' | 'FAILED';

/** OTHER: queued by a version without kinds. */
export type MailKind = (typeof MAIL_KINDS)[number];

export interface MailsTable {
  orgId: number;
  id: string;
  invoiceId: string | null;
  accountId: string | null;
  /** Of a mail to a customer that concerns no single account. */
  customerId: string | null;
  /** The alert whose incidents the mail reports. */
  alertId: string | null;
  kind: MailKind;
  /** The request for approval or the webhook that the mail reports. */
  recordId: string | null;
  status: MailStatus;
  toAddresses: string[];
  ccAddresses: string[];
  /** The recipients of the next attempt. */
  remaining: string[];
  refused: Generated<string[]>;
  replyTo: string | null;
  subject: string;
  textBody: string;
  htmlBody: string;
  fileId: string | null;
  requestedBy: string | null;
  /** Sealed with the mail's id as context. */
  secret: string | null;
  round: Generated<number>;
  failures: Generated<number>;
  attempts: Generated<number>;
  nextAttemptAt: Temporal.Instant | null;
  lease: string | null;
  error: string | null;
  createdAt: Temporal.Instant;
  updatedAt: Temporal.Instant;
}

export interface MailAttemptsTable {
  orgId: number;
  mailId: string;
  number: number;
  startedAt: Temporal.Instant;
  durationMs: number;
  way: MailTransport;
  messageId: string;
  accepted: string[];
  refused: string[];
  statusCode: number | null;
  answer: string | null;
  error: string | null;
}
