import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import { findPage } from '#platform/db/page.ts';
import type { ListSpec, PageRequest } from '#platform/http/list.ts';
import type { Org } from '#platform/http/operation.ts';
import { ERASED_DOMAIN } from '#platform/mail/mail-address.ts';
import type { Access } from '../rules.ts';
import type { ContactsTable } from '../tables.ts';

export const contactList: ListSpec = {
  maxPageSize: 100,
  defaultPageSize: 20,
  filters: { email: { column: 'contacts.email', kind: 'text' } },
  searchable: { username: 'contacts.username', name: 'contacts.name', email: 'contacts.email' },
  sortable: {
    created_at: { column: 'contacts.created_at', kind: 'instant' },
    username: { column: 'contacts.username', kind: 'text' },
  },
  defaultSort: [['created_at', 'DESC']],
  tieBreaker: 'username',
};

const SHOWN = [
  'contacts.username',
  'contacts.customerId',
  'contacts.preferredUsername',
  'contacts.name',
  'contacts.email',
  'contacts.phone',
  'contacts.isVerified',
  'contacts.hasLoginAccess',
  'contacts.hasAllAccounts',
  'contacts.mode',
  'contacts.createdBy',
  'contacts.createdAt',
  'contacts.updatedAt',
] as const;

/** A contact with the accounts granted individually; its password hash never leaves the database. */
export interface ContactRow
  extends Omit<ContactsTable, 'orgId' | 'passwordHash' | 'loginGrantedBy' | 'rowVersion'> {
  customerStatus: 'ACTIVE' | 'ARCHIVED';
  accountIds: string[];
}

/** Throws the database's unique violation if a contact of the customer has the e-mail. */
export async function insertContact(
  tx: Tx,
  contact: Omit<ContactsTable, 'rowVersion'> & { accountIds: readonly string[] },
): Promise<void> {
  const { accountIds, ...row } = contact;
  await tx.insertInto('contacts').values(row).execute();
  await insertGrants(tx, row, accountIds);
}

export async function findContact(
  tx: Tx,
  org: Org,
  wanted: { customerId: string; username: string },
): Promise<ContactRow | null> {
  const { customerId, username } = wanted;
  return (
    (await contactsOf(tx, org, customerId).where('contacts.username', '=', username).executeTakeFirst()) ??
    null
  );
}

/** Reads and locks one contact, which serializes its changes. */
export async function lockContact(
  tx: Tx,
  org: Org,
  wanted: { customerId: string; username: string },
): Promise<ContactRow | null> {
  const query = contactsOf(tx, org, wanted.customerId).where('contacts.username', '=', wanted.username);
  return (await query.forUpdate('contacts').executeTakeFirst()) ?? null;
}

export function listContacts(tx: Tx, org: Org, requested: { customerId: string; page: PageRequest }) {
  return findPage(contactsOf(tx, org, requested.customerId), requested.page);
}

/** Names and addresses of the contacts of a customer that were not erased, by name. */
export function listReachableContacts(
  tx: Tx,
  org: Org,
  { customerId, limit }: { customerId: string; limit: number },
): Promise<{ name: string; email: string }[]> {
  return tx
    .selectFrom('contacts')
    .select(['name', 'email'])
    .where('orgId', '=', org.orgId)
    .where('customerId', '=', customerId)
    .where('email', 'not like', `%@${ERASED_DOMAIN}`)
    .orderBy('name')
    .orderBy('username')
    .limit(limit)
    .execute();
}

/** Contacts of any customer, or of one, with a normalized e-mail. */
export function listContactsWithEmail(
  tx: Tx,
  org: Org,
  wanted: { email: string; customerId: string | null },
): Promise<ContactRow[]> {
  const { email, customerId } = wanted;
  return contacts(tx, org)
    .where('contacts.email', '=', email)
    .$if(customerId !== null, (query) => query.where('contacts.customerId', '=', customerId ?? ''))
    .orderBy('contacts.customerId')
    .execute();
}

export type ContactChange = Partial<Omit<ContactsTable, 'orgId' | 'username' | 'customerId' | 'rowVersion'>>;

export async function updateContact(
  tx: Tx,
  org: Org,
  change: { username: string; set: ContactChange },
): Promise<void> {
  await tx
    .updateTable('contacts')
    .set(change.set)
    .set((eb) => ({ rowVersion: eb('rowVersion', '+', 1) }))
    .where('orgId', '=', org.orgId)
    .where('username', '=', change.username)
    .execute();
}

export async function replaceGrants(
  tx: Tx,
  org: Org,
  { username, accountIds }: { username: string } & Pick<Access, 'accountIds'>,
): Promise<void> {
  await tx
    .deleteFrom('contactAccounts')
    .where('orgId', '=', org.orgId)
    .where('username', '=', username)
    .execute();
  await insertGrants(tx, { orgId: org.orgId, username }, accountIds);
}

/** Deletes its grants and tokens too. */
export async function deleteContact(tx: Tx, org: Org, username: string): Promise<void> {
  await tx.deleteFrom('contacts').where('orgId', '=', org.orgId).where('username', '=', username).execute();
}

/** The ids of the customer's accounts that a request names by their chosen or platform id. */
export async function listNamedAccounts(
  tx: Tx,
  org: Org,
  wanted: { customerId: string; names: readonly string[] },
): Promise<{ id: string; platformId: string }[]> {
  const names = [...wanted.names];
  const { rows } = await sql<{ id: string; platformId: string }>`
    select id, platform_id from accounts
    where org_id = ${org.orgId} and customer_id = ${wanted.customerId}
      and (id = any(${names}) or platform_id = any(${names}))`.execute(tx);
  return rows;
}

async function insertGrants(
  tx: Tx,
  { orgId, username }: { orgId: number; username: string },
  accountIds: readonly string[],
): Promise<void> {
  if (accountIds.length === 0) return;
  const rows = accountIds.map((accountId) => ({ orgId, username, accountId }));
  await tx.insertInto('contactAccounts').values(rows).execute();
}

function contactsOf(tx: Tx, org: Org, customerId: string) {
  return contacts(tx, org).where('contacts.customerId', '=', customerId);
}

function contacts(tx: Tx, org: Org) {
  return tx
    .selectFrom('contacts')
    .innerJoin('customers', (join) =>
      join.onRef('customers.orgId', '=', 'contacts.orgId').onRef('customers.id', '=', 'contacts.customerId'),
    )
    .select(SHOWN)
    .select('customers.status as customerStatus')
    .select(
      sql<string[]>`array(select g.account_id from contact_accounts g
        where g.org_id = contacts.org_id and g.username = contacts.username
        order by g.account_id collate "C")`.as('accountIds'),
    )
    .where('contacts.orgId', '=', org.orgId);
}
