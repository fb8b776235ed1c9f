import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import { type Mentioned, mentions } from '#platform/db/mentions.ts';
import type { Org } from '#platform/http/operation.ts';
import type { CapturedMail } from '#platform/mail/mailer.ts';

/** Files of captured mails are kept for 30 days; one more for safety. */
const CAPTURED_DAYS = 31;

/** Each round of a mail has its own file. */
interface CapturedRounds {
  id: string;
  round: number;
  createdAt: Temporal.Instant;
}

/**
 * Deletes the mails of a customer and of accounts with their attempts, including waiting ones, and removes
 * addresses from mails of no account or of the other given accounts: the remaining recipients still receive
 * these, and mails without recipients are deleted. Addresses are in lower case. Returns the captured rounds
 * of all these mails.
 */
export async function eraseMails(
  tx: Tx,
  org: Org,
  erased: {
    /** Absent: mails of the customer as a whole stay. */
    ofCustomer?: string;
    ofAccounts: readonly string[];
    amongAccounts: readonly string[];
    emails: readonly string[];
  },
): Promise<CapturedMail[]> {
  const isOfErased = sql`org_id = ${org.orgId}
    and (account_id = any(${[...erased.ofAccounts]}) or customer_id = ${erased.ofCustomer ?? null})`;
  const [among, emails] = [[...erased.amongAccounts], [...erased.emails]];
  const without = (column: string) =>
    sql`array(select each from unnest(${sql.ref(column)}) as each where lower(each) <> all(${emails}))`;
  const isTheirs = sql`org_id = ${org.orgId} and (account_id is null or account_id = any(${among}))
    and exists (select from unnest(to_addresses || cc_addresses) as each where lower(each) = any(${emails}))`;
  const { rows } = await sql<CapturedRounds>`
    select id, round, created_at from mails
    where (${isOfErased} or ${isTheirs})
      and created_at > clock_timestamp() - make_interval(days => ${CAPTURED_DAYS})`.execute(tx);
  await sql`delete from mails where ${isOfErased}`.execute(tx);
  await sql`
    delete from mails where ${isTheirs} and not exists (
      select from unnest(to_addresses || cc_addresses) as each where lower(each) <> all(${emails}))`.execute(
    tx,
  );
  await sql`
    update mail_attempts set accepted = ${without('accepted')}, refused = ${without('refused')},
      answer = null, error = null
    where org_id = ${org.orgId} and mail_id in (select id from mails where ${isTheirs})`.execute(tx);
  // A mail whose last waiting recipient is removed has been sent to all others. A process that is sending a
  // mail still has the address: without its lease it stores no result, and the others receive theirs again.
  await sql`
    update mails set to_addresses = ${without('to_addresses')}, cc_addresses = ${without('cc_addresses')},
      remaining = ${without('remaining')}, refused = ${without('refused')}, error = null, lease = null,
      status = case when next_attempt_at is null or cardinality(${without('remaining')}) > 0 then status
        else 'SENT' end,
      next_attempt_at = case when cardinality(${without('remaining')}) > 0 then next_attempt_at end
    where ${isTheirs}`.execute(tx);
  return rows.flatMap(describeFiles);
}

/**
 * Erases the texts of mails of no account that mention a person; a waiting one is not sent. Returns their
 * captured rounds.
 */
export async function eraseMailTexts(
  tx: Tx,
  org: Org,
  { texts }: Pick<Mentioned, 'texts'>,
): Promise<CapturedMail[]> {
  const { rows } = await sql<CapturedRounds>`
    update mails set subject = '[erased]', text_body = '[erased]', html_body = '[erased]', secret = null,
      reply_to = null, lease = null, next_attempt_at = null,
      status = case when next_attempt_at is null then status else 'FAILED' end,
      error = case when next_attempt_at is null then error else 'what it said of a person was erased' end
    where org_id = ${org.orgId} and account_id is null
      and ${mentions(sql`subject || ' ' || text_body || ' ' || coalesce(reply_to, '')`, { texts, ids: [] })}
    returning id, round, created_at`.execute(tx);
  return rows.flatMap(describeFiles);
}

function describeFiles({ id, round, createdAt }: CapturedRounds): CapturedMail[] {
  return Array.from({ length: round }, (_, before) => ({ date: createdAt, name: `${id}.${before + 1}` }));
}
