import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';

/** A contact that may log in: of an active customer, with login access and at least one account. */
export interface Login {
  username: string;
  customerId: string;
  customerName: string;
  email: string;
  /** Null: no password has been set yet. */
  passwordHash: string | null;
  hasAllAccounts: boolean;
  mode: 'READ' | 'WRITE';
  accountIds: string[];
}

/** The most customers that share one e-mail. */
const MAX = 5;

/** Contacts with an e-mail, of one customer if named, by its chosen id or its platform id. */
export async function listLogins(
  tx: Tx,
  org: Org,
  { email, customerId = null }: { email: string; customerId?: string | null | undefined },
): Promise<Login[]> {
  const { rows } = await logins(
    org,
    sql`p.email = ${email}
    and (${customerId}::text is null or ${customerId} in (c.id, c.platform_id))
    order by p.customer_id limit ${MAX}`,
  ).execute(tx);
  return rows;
}

/** The same for one contact, locked until the transaction ends. */
export async function holdLogin(tx: Tx, org: Org, username: string): Promise<Login | null> {
  const { rows } = await logins(org, sql`p.username = ${username} for share of p`).execute(tx);
  return rows[0] ?? null;
}

function logins({ orgId }: Org, condition: ReturnType<typeof sql>) {
  return sql<Login>`
    select p.username, p.customer_id, c.name as customer_name, p.email, p.password_hash,
      p.has_all_accounts, p.mode, granted.ids as account_ids
    from contacts p
    join customers c on c.org_id = p.org_id and c.id = p.customer_id and c.status = 'ACTIVE'
    cross join lateral (
      select array(select g.account_id from contact_accounts g
        where g.org_id = p.org_id and g.username = p.username
        order by g.account_id collate "C") as ids) granted
    where p.org_id = ${orgId} and p.has_login_access
      and (p.has_all_accounts or cardinality(granted.ids) > 0) and ${condition}`;
}

/** Serializes changes of a contact. */
export async function holdContact(tx: Tx, org: Org, username: string): Promise<void> {
  await sql`
    select from contacts where org_id = ${org.orgId} and username = ${username} for update`.execute(tx);
}
