import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import { json } from '#platform/db/json.ts';
import { findPage } from '#platform/db/page.ts';
import type { ListSpec, PageRequest } from '#platform/http/list.ts';
import type { Org } from '#platform/http/operation.ts';
import type { Address } from '#platform/http/schemas.ts';
import { ACCOUNT_STATUSES } from '../schema.ts';
import type { AccountsTable } from '../tables.ts';

export const accountList: ListSpec = {
  maxPageSize: 100,
  defaultPageSize: 20,
  filters: {
    account_id: { column: 'accounts.id', kind: 'text' },
    customer_id: { column: 'customer_id', kind: 'text' },
    status: { column: 'accounts.status', kind: 'enum', values: ACCOUNT_STATUSES },
    invoice_currency: { column: 'invoice_currency', kind: 'text' },
  },
  combinations: [
    ['account_id'],
    ['customer_id'],
    ['status'],
    ['invoice_currency'],
    ['customer_id', 'status'],
  ],
  searchable: {
    account_id: 'accounts.id',
    name: 'accounts.name',
    primary_email: 'accounts.primary_email',
  },
  sortable: {
    account_id: { column: 'accounts.id', kind: 'text' },
    updated_at: { column: 'accounts.updated_at', kind: 'instant' },
  },
  defaultSort: [
    ['updated_at', 'DESC'],
    ['account_id', 'ASC'],
  ],
  tieBreaker: 'account_id',
};

const SHOWN = [
  'accounts.orgId',
  'accounts.id',
  'accounts.platformId',
  'accounts.customerId',
  'customers.platformId as customerPlatformId',
  'customers.address as customerAddress',
  'accounts.name',
  'accounts.invoiceCurrency',
  'accounts.status',
  'accounts.address',
  'accounts.taxIds',
  'accounts.primaryEmail',
  'accounts.netTermDays',
  'accounts.metadata',
  'accounts.tags',
  'accounts.emailRecipients',
  'accounts.additionalEmailRecipients',
  'accounts.hasBillingInformation',
  'accounts.archivedAt',
  'accounts.createdAt',
  'accounts.updatedAt',
  'accounts.rowVersion',
] as const;

/** An account with the members inherited from its customer: `address` null means `customerAddress`. */
export interface AccountRow extends Omit<AccountsTable, 'rowVersion'> {
  /** Counts the changes of the row. */
  rowVersion: number;
  customerPlatformId: string;
  customerAddress: Address;
}

/** Throws the database's unique violation if the id is taken, even by an archived account. */
export async function insertAccountRow(tx: Tx, row: Omit<AccountsTable, 'rowVersion'>): Promise<void> {
  await tx
    .insertInto('accounts')
    .values({ ...row, ...jsonColumns(row) })
    .execute();
}

/** By the chosen id or the platform id; null if neither exists. */
export async function findAccount(tx: Tx, org: Org, id: string): Promise<AccountRow | null> {
  return (await accountById(tx, org, id).executeTakeFirst()) ?? null;
}

/** Reads and locks one account, which serializes its changes. */
export async function lockAccountRow(tx: Tx, org: Org, id: string): Promise<AccountRow | null> {
  return (await accountById(tx, org, id).forUpdate('accounts').executeTakeFirst()) ?? null;
}

// An account may have chosen another account's platform id: the chosen id wins.
function accountById(tx: Tx, org: Org, id: string) {
  return accountsWithCustomer(tx, org)
    .where((eb) => eb.or([eb('accounts.id', '=', id), eb('accounts.platformId', '=', id)]))
    .orderBy(sql`accounts.id = ${id}`, 'desc')
    .limit(1);
}

function accountsWithCustomer(tx: Tx, org: Org) {
  return tx
    .selectFrom('accounts')
    .innerJoin('customers', (join) =>
      join.onRef('customers.orgId', '=', 'accounts.orgId').onRef('customers.id', '=', 'accounts.customerId'),
    )
    .select(SHOWN)
    .where('accounts.orgId', '=', org.orgId);
}

/** Archived accounts are listed only if the caller filters by status. */
export function listAccounts(tx: Tx, org: Org, page: PageRequest) {
  const build = () => {
    const rows = accountsWithCustomer(tx, org);
    return page.filters.status ? rows : rows.where('accounts.status', '<>', 'ARCHIVED');
  };
  return findPage({ tx, parameters: [org.orgId, 'ARCHIVED'], build }, page);
}

/** The accounts that count against the quota. */
export function openAccounts(org: Org) {
  return sql`select from accounts where org_id = ${org.orgId} and status <> 'ARCHIVED'`;
}

export type AccountChange = Partial<
  Omit<AccountsTable, 'orgId' | 'id' | 'platformId' | 'customerId' | 'rowVersion' | 'createdAt' | 'updatedAt'>
>;

export async function updateAccountRow(
  tx: Tx,
  org: Org,
  change: { id: string; now: Temporal.Instant; set: AccountChange },
): Promise<void> {
  await tx
    .updateTable('accounts')
    .set({ ...change.set, ...jsonColumns(change.set), updatedAt: change.now })
    .set((eb) => ({ rowVersion: eb('rowVersion', '+', 1) }))
    .where('orgId', '=', org.orgId)
    .where('id', '=', change.id)
    .execute();
}

function jsonColumns(row: Pick<AccountChange, 'address' | 'taxIds' | 'metadata'>) {
  return {
    ...(row.address && { address: json(row.address) }),
    ...(row.taxIds && { taxIds: json(row.taxIds) }),
    ...(row.metadata && { metadata: json(row.metadata) }),
  };
}

/** Accounts whose id equals one of the lower-case values, ignoring case. */
export async function listAccountIdsInAnyCase(
  tx: Tx,
  org: Org,
  values: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from accounts
    where org_id = ${org.orgId} and lower(id collate "C") = any(${[...values]})`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Locks in key order, so that two archivals of one customer do not deadlock. */
export async function lockAccountsOfCustomer(
  tx: Tx,
  org: Org,
  customerId: string,
): Promise<Pick<AccountsTable, 'id' | 'status'>[]> {
  return tx
    .selectFrom('accounts')
    .select(['id', 'status'])
    .where('orgId', '=', org.orgId)
    .where('customerId', '=', customerId)
    .orderBy('id')
    .forUpdate()
    .execute();
}

export async function archiveAccountRows(
  tx: Tx,
  org: Org,
  { accountIds, now }: { accountIds: readonly string[]; now: Temporal.Instant },
): Promise<void> {
  await sql`
    update accounts
    set status = 'ARCHIVED', archived_at = ${now}, updated_at = ${now}, row_version = row_version + 1
    where org_id = ${org.orgId} and id = any(${[...accountIds]})`.execute(tx);
}
