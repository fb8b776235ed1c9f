import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import { json } from '#platform/db/json.ts';
import { findPage } from '#platform/db/page.ts';
import type { ListSpec, PageRequest } from '#platform/http/list.ts';
import type { Org } from '#platform/http/operation.ts';
import { CUSTOMER_STATUSES } from './schema.ts';
import type { CustomersTable } from './tables.ts';

export const customerList: ListSpec = {
  maxPageSize: 100,
  defaultPageSize: 20,
  filters: {
    id: { column: 'id', kind: 'text' },
    status: { column: 'status', kind: 'enum', values: CUSTOMER_STATUSES },
  },
  combinations: [['id'], ['status']],
  searchable: { id: 'id', name: 'name', primary_email: 'primary_email' },
  sortable: {
    id: { column: 'id', kind: 'text' },
    updated_at: { column: 'updated_at', kind: 'instant' },
  },
  defaultSort: [
    ['updated_at', 'DESC'],
    ['id', 'ASC'],
  ],
  tieBreaker: 'id',
};

const SHOWN = [
  'id',
  'platformId',
  'name',
  'primaryEmail',
  'address',
  'taxIds',
  'status',
  'createdAt',
  'updatedAt',
  'rowVersion',
] as const;
export type CustomerRow = Omit<Pick<CustomersTable, (typeof SHOWN)[number]>, 'rowVersion'> & {
  /** Counts the changes of the row. */
  rowVersion: number;
};

/** Throws the database's unique violation if the id is taken, even by an archived customer. */
export function insertCustomerRow(tx: Tx, row: Omit<CustomersTable, 'rowVersion'>): Promise<CustomerRow> {
  return tx
    .insertInto('customers')
    .values({ ...row, address: json(row.address), taxIds: json(row.taxIds) })
    .returning(SHOWN)
    .executeTakeFirstOrThrow();
}

/** By the chosen id or the platform id; null if neither exists. */
export async function findCustomer(tx: Tx, org: Org, id: string): Promise<CustomerRow | null> {
  return (await customerById(tx, org, id).executeTakeFirst()) ?? null;
}

/** Reads and locks one customer, which serializes its changes. */
export async function lockCustomer(tx: Tx, org: Org, id: string): Promise<CustomerRow | null> {
  return (await customerById(tx, org, id).forUpdate().executeTakeFirst()) ?? null;
}

/** Reads the customer and prevents its archival until the transaction ends. */
export async function holdCustomer(tx: Tx, org: Org, id: string): Promise<CustomerRow | null> {
  return (await customerById(tx, org, id).forShare().executeTakeFirst()) ?? null;
}

// A customer may have chosen another customer's platform id: the chosen id wins.
function customerById(tx: Tx, org: Org, id: string) {
  return tx
    .selectFrom('customers')
    .select(SHOWN)
    .where('orgId', '=', org.orgId)
    .where((eb) => eb.or([eb('id', '=', id), eb('platformId', '=', id)]))
    .orderBy(sql`id = ${id}`, 'desc')
    .limit(1);
}

/** Archived customers are listed only if the caller filters by status. */
/** The customers that count against the quota. */
export function openCustomers(org: Org) {
  return sql`select from customers where org_id = ${org.orgId} and status <> 'ARCHIVED'`;
}

export function listCustomers(tx: Tx, org: Org, page: PageRequest) {
  const build = () => {
    const rows = tx.selectFrom('customers').select(SHOWN).where('orgId', '=', org.orgId);
    return page.filters.status ? rows : rows.where('status', '=', 'ACTIVE');
  };
  return findPage({ tx, parameters: [org.orgId, 'ACTIVE'], build }, page);
}

export function updateCustomerRow(
  tx: Tx,
  org: Org,
  change: {
    id: string;
    now: Temporal.Instant;
    set: Partial<Pick<CustomersTable, 'name' | 'primaryEmail' | 'address' | 'taxIds' | 'status'>>;
  },
): Promise<CustomerRow> {
  const { address, taxIds, ...plain } = change.set;
  return tx
    .updateTable('customers')
    .set({ ...plain, updatedAt: change.now })
    .set({ ...(address && { address: json(address) }), ...(taxIds && { taxIds: json(taxIds) }) })
    .set((eb) => ({ rowVersion: eb('rowVersion', '+', 1) }))
    .where('orgId', '=', org.orgId)
    .where('id', '=', change.id)
    .returning(SHOWN)
    .executeTakeFirstOrThrow();
}
