import { realNow } from '#platform/db/clock.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import { newId } from '#platform/ids.ts';
import { readMailAddress, readRecipients } from '#platform/mail/mail-address.ts';
import type { Sealing } from '#platform/sealing.ts';
import { MAX_RECIPIENTS } from './schema.ts';
import { insertMail, type MailRow, wakeMails } from './store/mails.ts';

export interface NewMail {
  invoiceId: string | null;
  accountId: string | null;
  /** Of a mail to a customer that concerns no single account. */
  customerId?: string | null;
  alertId: string | null;
  /** As entered by users: invalid addresses and duplicates are dropped. */
  to: readonly string[];
  cc: readonly string[];
  replyTo: string | null;
  subject: string;
  text: string;
  html: string;
  fileId: string | null;
  /** Why no recipient may receive it: the mail is stored as FAILED, so that an operator sees it. */
  withheld?: string | null;
  /** The requesting credential. */
  requestedBy: string | null;
  /** Text for the recipients only: it replaces `KEPT_SECRET` when the mail is sent. */
  secret?: { text: string; sealing: Sealing };
}

/** Characters that neither URLs nor HTML escape. */
export const KEPT_SECRET = 'KEPT-SECRET';

/**
 * Stores a mail in the transaction that causes it; delivery follows the commit, in real time, at least once.
 * At most 20 recipients receive it, those of `to` first. A mail without recipients or with a reason to
 * withhold it is stored as FAILED, so that an operator sees it.
 */
export async function queueMail(tx: Tx, org: Org, mail: NewMail): Promise<MailRow> {
  const { to, cc, replyTo, text, html, subject, withheld = null, secret, ...rest } = mail;
  const recipients = withheld === null ? readRecipients([to, cc], MAX_RECIPIENTS) : [];
  const of = (list: number) => recipients.filter((each) => each.list === list).map(({ address }) => address);
  const now = realNow();
  const isForNobody = recipients.length === 0;
  const key = { orgId: org.orgId, id: newId('mail', now) };
  const row = await insertMail(tx, {
    customerId: null,
    ...rest,
    ...key,
    secret: secret ? secret.sealing.seal(Buffer.from(secret.text), key) : null,
    status: isForNobody ? 'FAILED' : 'PENDING',
    toAddresses: of(0),
    ccAddresses: of(1),
    remaining: recipients.map(({ address }) => address),
    replyTo: replyTo === null ? null : readMailAddress(replyTo),
    subject,
    textBody: text,
    htmlBody: html,
    nextAttemptAt: isForNobody ? null : now,
    error: isForNobody ? (withheld ?? 'there is no recipient with a usable e-mail address') : null,
    createdAt: now,
    updatedAt: now,
  });
  if (!isForNobody) await wakeMails(tx, org);
  return row;
}
