import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';

/** Reads to whom an e-mail address belongs, in any of its spellings; all in lower case. */
export async function readStanding(
  tx: Tx,
  org: Org,
  requested: { spellings: readonly string[]; accountId: string | null },
): Promise<{ isVerifiedContact: boolean; isOfCustomer: boolean }> {
  const spellings = sql`any(${[...requested.spellings]}::text[])`;
  const { rows } = await sql<{ isVerifiedContact: boolean; isOfCustomer: boolean }>`
    select
      exists (
        select from contacts c
        join accounts a on a.org_id = c.org_id and a.customer_id = c.customer_id
          and a.id = ${requested.accountId}
        where c.org_id = ${org.orgId} and c.email = ${spellings} and c.is_verified
          and (c.has_all_accounts or exists (
            select from contact_accounts g
            where g.org_id = c.org_id and g.username = c.username and g.account_id = a.id)))
        as is_verified_contact,
      exists (select from contacts c where c.org_id = ${org.orgId} and c.email = ${spellings})
        or exists (
          select from customers c where c.org_id = ${org.orgId} and lower(c.primary_email) = ${spellings})
        or exists (
          select from accounts a where a.org_id = ${org.orgId} and lower(a.primary_email) = ${spellings})
        or exists (
          select from accounts a, unnest(a.email_recipients || a.additional_email_recipients) as named
          where a.org_id = ${org.orgId} and lower(named) = ${spellings}
            and (a.email_recipients is not null or a.additional_email_recipients is not null))
        as is_of_customer`.execute(tx);
  const [standing] = rows;
  if (!standing) throw new Error('the query returned no row for an address');
  return standing;
}
