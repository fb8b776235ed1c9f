import { createHash } from 'node:crypto';
import type { Database, Tx } from '#platform/db/database.ts';
import type { Deployment } from '#platform/deployment.ts';
import type { Org } from '#platform/http/operation.ts';
import type { Logger } from '#platform/http/server.ts';
import { randomFraction } from '#platform/ids.ts';
import {
  type MailMessage,
  type MailResult,
  type MailTransport,
  nothingSent,
  type OutgoingMail,
} from '#platform/mail/mailer.ts';
import type { Permit } from '#platform/outbound/permit.ts';
import { KEPT_SECRET } from './queue-mail.ts';
import { decideMail, type MailVerdict } from './rules.ts';
import { type ClaimedMail, finishMailAttempt } from './store/attempts.ts';
import { DELIVER_MAILS, lockMail, wakeMails } from './store/mails.ts';

const ACTOR = { type: 'SYSTEM', id: DELIVER_MAILS } as const;
/** The common size limit of mail servers, without the overhead of base64. */
const MAX_BYTES = 20 * 1024 * 1024;

interface Parts {
  database: Database;
  deployment: Deployment;
  logger: Logger;
  now(): Temporal.Instant;
}

interface Attempted {
  org: Org;
  mail: ClaimedMail;
  lease: string;
  permit: Permit;
}

interface Outcome {
  result: MailResult;
  way: MailTransport;
  messageId: string;
  startedAt: Temporal.Instant;
  endedAt: Temporal.Instant;
}

/**
 * Sends a claimed mail and stores the result in a transaction of its own. If the process is lost between the
 * two, the mail is sent again under the same Message-ID: at least once.
 */
export async function attemptMail(parts: Parts, attempted: Attempted): Promise<void> {
  const outcome = await send(parts, attempted);
  const scope = { orgId: attempted.org.orgId, access: 'write', actor: ACTOR } as const;
  const status = await parts.database.transaction(scope, (tx) => note({ tx, ...parts }, attempted, outcome));
  if (status) parts.deployment.countAttempt('mails', status);
}

async function send(parts: Parts, attempted: Attempted): Promise<Outcome> {
  const { deployment, now } = parts;
  const { org, mail } = attempted;
  const { mailer } = deployment;
  const startedAt = now();
  const way = mailer.transportOf(org.environment);
  const messageId = `${mail.id}.${mail.round}@${mailer.domain}`;
  const attachment = await readAttachment(deployment, mail).catch((error: Error) => error);
  const result =
    attachment instanceof Error
      ? nothingSent(`the attachment is not available: ${attachment.message}`.slice(0, 500))
      : await leave(parts, attempted, {
          permit: attempted.permit,
          message: withSecret(messageOf(mail, { messageId, attachment }), deployment, mail),
          recipients: mail.remaining,
        });
  return { result, way, messageId, startedAt, endedAt: now() };
}

/**
 * Writes the file while the mail is locked. A concurrent erasure of the mail, or of an address of it, either
 * waits and then finds the file, or comes first and no file is written, even if the process is killed at any
 * moment.
 */
async function leave(
  { database, deployment: { mailer } }: Parts,
  { org, mail, lease }: Attempted,
  outgoing: OutgoingMail,
): Promise<MailResult> {
  const way = mailer.transportOf(org.environment);
  if (way !== 'CAPTURE') return mailer.send(way, outgoing);
  return database.transaction({ orgId: org.orgId, access: 'write', actor: ACTOR }, async (tx) => {
    const locked = await lockMail(tx, org, mail.id);
    if (locked?.lease !== lease) return nothingSent('another process took over the mail, or it was erased');
    return mailer.send(way, outgoing);
  });
}

function messageOf(
  mail: ClaimedMail,
  { messageId, attachment }: Pick<MailMessage, 'messageId' | 'attachment'>,
): MailMessage {
  return {
    ...{ messageId, attachment, date: mail.createdAt, to: mail.toAddresses, cc: mail.ccAddresses },
    ...{ replyTo: mail.replyTo, subject: mail.subject, text: mail.textBody, html: mail.htmlBody },
  };
}

/** Inserts the secret, which the stored text omits, into the mail to be sent. */
function withSecret(
  message: MailMessage,
  { sealing }: Deployment,
  { secret, orgId, id }: ClaimedMail,
): MailMessage {
  if (secret === null) return message;
  const text = sealing.open(secret, { orgId, id }).toString();
  const filled = (words: string) => words.replaceAll(KEPT_SECRET, () => text);
  return { ...message, text: filled(message.text), html: filled(message.html) };
}

/** The stored file, byte for byte. Throws the reason why it cannot be read, or that its bytes differ. */
async function readAttachment(
  { files }: Deployment,
  { storageKey, fileName, contentType, sha256 }: ClaimedMail,
): Promise<MailMessage['attachment']> {
  if (storageKey === null) return null;
  const stored = await files.open(storageKey);
  if (stored === null) throw new Error('the file does not exist');
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stored.stream) {
    size += (chunk as Buffer).length;
    if (size > MAX_BYTES) throw new Error('it is larger than 20 MiB');
    chunks.push(chunk as Buffer);
  }
  const bytes = Buffer.concat(chunks);
  if (createHash('sha256').update(bytes).digest('hex') !== sha256)
    throw new Error('its bytes do not match its checksum');
  return { name: fileName ?? 'file', contentType: contentType ?? 'application/octet-stream', bytes };
}

/** Returns the new status of the mail; null if the lease has expired and another process has claimed it. */
async function note(
  { tx, logger }: { tx: Tx; logger: Logger },
  { org, mail, lease }: Attempted,
  { result, way, messageId, startedAt, endedAt }: Outcome,
): Promise<MailVerdict['status'] | null> {
  const { remaining, hasLeft, failures: failuresBefore } = mail;
  const tried = { remaining, hasLeft, failuresBefore, at: endedAt, random: randomFraction() };
  const verdict = decideMail(result, tried);
  const { accepted, refused, statusCode, response: answer, error } = result;
  const attempt = {
    ...{ mailId: mail.id, startedAt, way, messageId, statusCode, answer, error },
    ...{ accepted: [...accepted], refused: [...refused] },
    durationMs: endedAt.since(startedAt).total('milliseconds') | 0,
  };
  if (!(await finishMailAttempt(tx, org, { attempt, lease, verdict, now: endedAt }))) return null;
  if (verdict.status === 'RETRYING') await wakeMails(tx, org, verdict.nextAttemptAt);
  // Logs no addresses, which are personal data.
  if (verdict.status === 'FAILED')
    logger.warn(
      { org: org.id, environment: org.environment, mail: mail.id, statusCode },
      'a mail could not be sent and is a dead letter; retry it after correcting the cause',
    );
  return verdict.status;
}
