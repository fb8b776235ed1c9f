import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import type { PersonalRow } from '../personal-texts.ts';

/** All contacts that a customer ever had, deleted ones included, from the audit log. */
export async function listPastContacts(tx: Tx, org: Org, customerId: string): Promise<string[]> {
  const { rows } = await sql<{ username: string }>`
    select distinct entity_id as username from audit_log
    where org_id = ${org.orgId} and entity_type = 'CONTACT'
      and coalesce(after ->> 'customer_id', before ->> 'customer_id') = ${customerId}`.execute(tx);
  return rows.map(({ username }) => username);
}

/**
 * Present personal data of a customer, its accounts and contacts, and past data from the audit log: their
 * columns. `isCurrent`: present data of the customer and its accounts.
 */
export async function listPersonalRows(
  tx: Tx,
  org: Org,
  {
    customerId,
    usernames = [],
    isCurrent = false,
  }: { customerId: string | null; usernames?: readonly string[]; isCurrent?: boolean },
): Promise<PersonalRow[]> {
  const contacts = [...usernames];
  const { rows } = await sql<{ members: PersonalRow }>`
    select to_jsonb(c) as members from customers c where org_id = ${org.orgId} and id = ${customerId}
    union all
    select to_jsonb(a) from accounts a where org_id = ${org.orgId} and customer_id = ${customerId}
    union all
    select to_jsonb(k) from contacts k
    where org_id = ${org.orgId} and not ${isCurrent}
      and (customer_id = ${customerId} or username = any(${contacts}))
    union all
    select jsonb_build_object('value', r.value) from account_aliases r
    join accounts a on a.org_id = r.org_id and a.id = r.account_id
    where r.org_id = ${org.orgId} and a.customer_id = ${customerId} and not ${isCurrent}
    union all
    select members from audit_log, unnest(array[before, after]) as members
    where org_id = ${org.orgId} and members is not null and not ${isCurrent}
      and (entity_type = 'CUSTOMER' and entity_id = ${customerId}
        or entity_type = 'CONTACT' and entity_id = any(${contacts})
        or entity_type = 'ACCOUNT' and entity_id in (
          select id from accounts where org_id = ${org.orgId} and customer_id = ${customerId}))`.execute(tx);
  return rows.map(({ members }) => members);
}
