import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';

/** E-mail addresses of a customer and its accounts, in lower case. */
export async function listAddresses(tx: Tx, org: Org, customerId: string): Promise<string[]> {
  const { rows } = await sql<{ email: string }>`
    select distinct lower(email) as email from (
      select primary_email as email from customers where org_id = ${org.orgId} and id = ${customerId}
      union all
      select unnest(array[primary_email] || email_recipients || additional_email_recipients)
      from accounts where org_id = ${org.orgId} and customer_id = ${customerId}) as known
    where email is not null`.execute(tx);
  return rows.map(({ email }) => email);
}

/** The ids of the customer's accounts. */
export async function listAccountsOfCustomer(tx: Tx, org: Org, customerId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from accounts where org_id = ${org.orgId} and customer_id = ${customerId}`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Clears the accounts' addresses, so that they use the customer's, which erasure has cleared. */
export async function eraseAccountRows(
  tx: Tx,
  org: Org,
  erased: { customerId: string; name: string; now: Temporal.Instant },
): Promise<void> {
  await sql`
    update accounts set name = ${erased.name}, address = null, primary_email = null, email_recipients = null,
      additional_email_recipients = null, has_billing_information = false, metadata = null, tags = null,
      tax_ids = null, updated_at = ${erased.now}, row_version = row_version + 1
    where org_id = ${org.orgId} and customer_id = ${erased.customerId}`.execute(tx);
}
