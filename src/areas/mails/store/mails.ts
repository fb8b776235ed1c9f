import { type Insertable, type Selectable, sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import { enqueueJob } from '#platform/db/enqueue-job.ts';
import { findPage } from '#platform/db/page.ts';
import type { ListSpec, PageRequest } from '#platform/http/list.ts';
import type { Org } from '#platform/http/operation.ts';
import { MAIL_KINDS, MAIL_STATUSES } from '../schema.ts';
import type { MailAttemptsTable, MailsTable } from '../tables.ts';

/** The queue task that wakes the mail delivery of an organization. */
export const DELIVER_MAILS = 'deliver_mails';

export type MailRow = Selectable<MailsTable>;
export type MailAttemptRow = MailAttemptsTable;

export const mailList: ListSpec = {
  maxPageSize: 50,
  defaultPageSize: 20,
  filters: {
    status: { column: 'mails.status', kind: 'enum', values: [...MAIL_STATUSES] },
    kind: { column: 'mails.kind', kind: 'enum', values: [...MAIL_KINDS] },
    invoice_id: { column: 'mails.invoice_id', kind: 'text' },
    account_id: { column: 'mails.account_id', kind: 'text' },
    customer_id: { column: 'mails.of_customer', kind: 'text' },
    alert_id: { column: 'mails.alert_id', kind: 'text' },
  },
  searchable: { subject: 'mails.subject', recipients: 'mails.recipients' },
  sortable: {
    created_at: { column: 'mails.created_at', kind: 'instant' },
    id: { column: 'mails.id', kind: 'text' },
  },
  defaultSort: [
    ['created_at', 'DESC'],
    ['id', 'ASC'],
  ],
  tieBreaker: 'id',
};

export async function insertMail(tx: Tx, row: Insertable<MailsTable>): Promise<MailRow> {
  return tx.insertInto('mails').values(row).returningAll().executeTakeFirstOrThrow();
}

/** At the commit, or at an instant of real time. */
export async function wakeMails(tx: Tx, org: Org, at: Temporal.Instant | null = null): Promise<void> {
  await enqueueJob(tx, org, { task: DELIVER_MAILS, at });
}

export async function findMail(tx: Tx, org: Org, id: string): Promise<MailRow | null> {
  return (await mailBy(tx, org, id).executeTakeFirst()) ?? null;
}

export async function lockMail(tx: Tx, org: Org, id: string): Promise<MailRow | null> {
  return (await mailBy(tx, org, id).forUpdate().executeTakeFirst()) ?? null;
}

function mailBy(tx: Tx, org: Org, id: string) {
  return tx.selectFrom('mails').selectAll().where('orgId', '=', org.orgId).where('id', '=', id);
}

/** With the customer of the account and all recipients in one text, by which the list is filtered. */
export function listMailRows(tx: Tx, org: Org, page: PageRequest) {
  const rows = sql<MailRow>`(
    select m.*, coalesce(m.customer_id, a.customer_id) as of_customer,
      array_to_string(m.to_addresses || m.cc_addresses, ' ') as recipients
    from mails m left join accounts a on a.org_id = m.org_id and a.id = m.account_id
    where m.org_id = ${org.orgId})`;
  const query = tx.selectFrom(rows.as('mails')).selectAll();
  // The columns of a subquery are known to its reader, not to the types of the tables.
  return findPage(query as never, page) as Promise<{ rows: MailRow[]; nextToken: string | null }>;
}

/** The last attempts of each mail, newest first. */
export async function listMailAttempts(
  tx: Tx,
  org: Org,
  requested: { mailIds: readonly string[]; max: number },
): Promise<MailAttemptRow[]> {
  const { rows } = await sql<MailAttemptRow>`
    select tried.* from unnest(${[...requested.mailIds]}::text[]) as wanted (mail_id)
    cross join lateral (
      select * from mail_attempts a where a.org_id = ${org.orgId} and a.mail_id = wanted.mail_id
      order by number desc limit ${requested.max}) as tried`.execute(tx);
  return rows;
}

/** Restarts a mail for all recipients with all retries, as a new message. */
export async function restartMail(
  tx: Tx,
  org: Org,
  again: { id: string; now: Temporal.Instant },
): Promise<MailRow> {
  const { rows } = await sql<MailRow>`
    update mails set status = 'PENDING', remaining = to_addresses || cc_addresses, refused = '{}',
      round = round + 1, failures = 0, error = null, lease = null, next_attempt_at = ${again.now},
      updated_at = ${again.now}
    where org_id = ${org.orgId} and id = ${again.id} returning *`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error(`the locked mail ${again.id} no longer exists`);
  await wakeMails(tx, org);
  return row;
}

/** Gives up mails that wait since before an instant and that nobody is sending; returns their number. */
export async function discardMails(
  tx: Tx,
  org: Org,
  { before, limit }: { before: Temporal.Instant; limit: number },
): Promise<number> {
  const result = await sql`
    update mails set status = 'FAILED', next_attempt_at = null, lease = null,
      error = 'discarded by an operator of the deployment', updated_at = clock_timestamp()
    where org_id = ${org.orgId} and id = any(array(
      select id from mails
      where org_id = ${org.orgId} and next_attempt_at is not null and created_at < ${before}
        and (lease is null or next_attempt_at <= clock_timestamp())
      order by next_attempt_at limit ${limit} for update skip locked))`.execute(tx);
  return Number(result.numAffectedRows ?? 0);
}

/** Deletes the oldest mails that are no longer waiting. Returns their number. */
export async function deleteOldMails(
  tx: Tx,
  org: Org,
  { before, limit }: { before: Temporal.Instant; limit: number },
): Promise<number> {
  const result = await sql`
    delete from mails where org_id = ${org.orgId} and id in (
      select id from mails where org_id = ${org.orgId} and created_at < ${before}
        and status in ('SENT', 'FAILED') order by created_at limit ${limit})`.execute(tx);
  return Number(result.numAffectedRows ?? 0);
}

/** Files of statements, which are stored for their mail alone, without that mail. */
export async function listUnmailedFiles(tx: Tx, org: Org, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select f.id from files f
    where f.org_id = ${org.orgId} and f.kind = 'STATEMENT'
      and not exists (select from mails m where m.org_id = f.org_id and m.file_id = f.id)
    order by f.id limit ${limit}`.execute(tx);
  return rows.map(({ id }) => id);
}
