import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import { MAX_ATTEMPTS_SHOWN } from './schema.ts';
import { listMailAttempts, type MailAttemptRow, type MailRow } from './store/mails.ts';

/** The wire shape of mails, each with its newest attempts. */
export async function describeMails(tx: Tx, org: Org, rows: readonly MailRow[]) {
  const mailIds = rows.filter(({ attempts }) => attempts > 0).map(({ id }) => id);
  const attempts = await listMailAttempts(tx, org, { mailIds, max: MAX_ATTEMPTS_SHOWN });
  const byMail = Map.groupBy(attempts, ({ mailId }) => mailId);
  return rows.map((row) => describeMail(row, byMail.get(row.id) ?? []));
}

/** The same for one mail. */
export async function describeOneMail(tx: Tx, org: Org, row: MailRow) {
  const attempts = await listMailAttempts(tx, org, { mailIds: [row.id], max: MAX_ATTEMPTS_SHOWN });
  return describeMail(row, attempts);
}

function describeMail(row: MailRow, attempts: readonly MailAttemptRow[]) {
  const { id, invoiceId, accountId, customerId, alertId } = row;
  const { status, refused, subject, requestedBy, nextAttemptAt, error } = row;
  return {
    ...{ id, invoiceId, accountId, customerId, alertId },
    ...{ status, refused, subject, requestedBy, nextAttemptAt, error },
    ...{ to: row.toAddresses, cc: row.ccAddresses, createdAt: row.createdAt, updatedAt: row.updatedAt },
    attempts: attempts.map(({ answer: response, ...attempt }) => ({ ...attempt, response })),
  };
}
