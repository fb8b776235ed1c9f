import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';

/**
 * Removes mails of accounts with their attempts, those that wait too; and addresses from mails of no account,
 * or of these other ones: who is left still gets them, and one with nobody left is removed. Addresses are in
 * lower case.
 */
export async function eraseMails(
  tx: Tx,
  org: Org,
  erased: { ofAccounts: readonly string[]; amongAccounts: readonly string[]; emails: readonly string[] },
): Promise<void> {
  const [ofAccounts, among, emails] = [[...erased.ofAccounts], [...erased.amongAccounts], [...erased.emails]];
  await sql`delete from mails where org_id = ${org.orgId} and account_id = any(${ofAccounts})`.execute(tx);
  if (emails.length === 0) return;
  const without = (column: string) =>
    sql`array(select each from unnest(${sql.ref(column)}) as each where lower(each) <> all(${emails}))`;
  const isTheirs = sql`org_id = ${org.orgId} and (account_id is null or account_id = any(${among}))
    and exists (select from unnest(to_addresses || cc_addresses) as each where lower(each) = any(${emails}))`;
  await sql`
    delete from mails where ${isTheirs} and not exists (
      select from unnest(to_addresses || cc_addresses) as each where lower(each) <> all(${emails}))`.execute(
    tx,
  );
  await sql`
    update mail_attempts set accepted = ${without('accepted')}, refused = ${without('refused')},
      answer = null, error = null
    where org_id = ${org.orgId} and mail_id in (select id from mails where ${isTheirs})`.execute(tx);
  // One whose last waiting recipient is gone has been sent to all others.
  await sql`
    update mails set to_addresses = ${without('to_addresses')}, cc_addresses = ${without('cc_addresses')},
      remaining = ${without('remaining')}, refused = ${without('refused')}, error = null,
      status = case when next_attempt_at is null or cardinality(${without('remaining')}) > 0 then status
        else 'SENT' end,
      next_attempt_at = case when cardinality(${without('remaining')}) > 0 then next_attempt_at end
    where ${isTheirs}`.execute(tx);
}
