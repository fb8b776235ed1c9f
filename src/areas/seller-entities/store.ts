import { type Selectable, sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import { textRows } from '#platform/db/few-values.ts';
import { json } from '#platform/db/json.ts';
import { findPage } from '#platform/db/page.ts';
import type { ListSpec, PageRequest } from '#platform/http/list.ts';
import { NEWEST_FIRST } from '#platform/http/list-orders.ts';
import type { Org } from '#platform/http/operation.ts';
import type { BillingFacts } from './rules.ts';
import type { SellerEntitiesTable } from './tables.ts';

export type SellerEntityRow = Selectable<SellerEntitiesTable>;

export const sellerEntityList: ListSpec = {
  maxPageSize: 50,
  defaultPageSize: 20,
  filters: {},
  searchable: { name: 'name' },
  ...NEWEST_FIRST,
};

/**
 * Serializes changes of the organization's seller entities, because the default is a property of all of them
 * together. Transactions that only reference the organization do not wait.
 */
export async function lockRecords(tx: Tx, org: Org): Promise<void> {
  await sql`select from organizations where org_id = ${org.orgId} for no key update`.execute(tx);
}

export async function countRecords(tx: Tx, org: Org): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from seller_entities where org_id = ${org.orgId}`.execute(tx);
  return rows[0]?.count ?? 0;
}

export async function findRecord(tx: Tx, org: Org, id: string): Promise<SellerEntityRow | null> {
  return (await records(tx, org).where('id', '=', id).executeTakeFirst()) ?? null;
}

/** Reads and locks: a concurrent setting that selects the entity waits. */
export async function lockRecord(tx: Tx, org: Org, id: string): Promise<SellerEntityRow | null> {
  return (await records(tx, org).where('id', '=', id).forUpdate().executeTakeFirst()) ?? null;
}

export function listRecords(tx: Tx, org: Org, page: PageRequest) {
  return findPage({ tx, parameters: [org.orgId], build: () => records(tx, org) }, page);
}

export function insertRecord(
  tx: Tx,
  { orgId }: Org,
  row: BillingFacts & Pick<SellerEntityRow, 'id' | 'isDefault' | 'createdAt' | 'updatedAt'>,
): Promise<SellerEntityRow> {
  return tx
    .insertInto('sellerEntities')
    .values({ ...row, orgId, ...jsonOf(row) })
    .returningAll()
    .executeTakeFirstOrThrow();
}

export function updateRecord(
  tx: Tx,
  org: Org,
  {
    id,
    set,
    now,
  }: { id: string; set: Partial<BillingFacts & { isDefault: boolean }>; now: Temporal.Instant },
): Promise<SellerEntityRow> {
  return tx
    .updateTable('sellerEntities')
    .set({ ...set, ...jsonOf(set), updatedAt: now })
    .set((eb) => ({ rowVersion: eb('rowVersion', '+', 1) }))
    .where('orgId', '=', org.orgId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

function jsonOf({ address, taxIds, bankDetails }: Partial<BillingFacts>) {
  return {
    ...(address && { address: json(address) }),
    ...(taxIds && { taxIds: json(taxIds) }),
    ...(bankDetails && { bankDetails: json(bankDetails) }),
  };
}

/** Runs before another entity becomes the default: there is at most one at every instant of a transaction. */
export async function clearDefault(tx: Tx, org: Org, now: Temporal.Instant): Promise<void> {
  await sql`
    update seller_entities set is_default = false, updated_at = ${now}, row_version = row_version + 1
    where org_id = ${org.orgId} and is_default`.execute(tx);
}

export async function deleteRecord(tx: Tx, org: Org, id: string): Promise<void> {
  await sql`delete from seller_entities where org_id = ${org.orgId} and id = ${id}`.execute(tx);
}

/**
 * The seller entity of an invoice: selected by the setting of the account or else of its customer, or by that
 * of the group; otherwise the default. Null if the organization has none.
 */
export async function findSellerEntity(
  tx: Tx,
  org: Org,
  payer: { accountId: string; customerId: string } | { groupId: string },
): Promise<SellerEntityRow | null> {
  const candidates =
    'groupId' in payer
      ? [['INVOICE_GROUP', payer.groupId]]
      : [
          ['ACCOUNT', payer.accountId],
          ['CUSTOMER', payer.customerId],
        ];
  const { rows } = await sql<SellerEntityRow>`
    select r.* from (
      select s.value as id, candidate.position
      from ${textRows(candidates)} as candidate (position, entity_type, entity_id)
      join settings s on s.org_id = ${org.orgId} and s.entity_type = candidate.entity_type
        and s.entity_id = candidate.entity_id and s.namespace = 'PLATFORM' and s.id = 'SELLER_ENTITY_ID'
      union all
      select id, 3 from seller_entities where org_id = ${org.orgId} and is_default) as chosen
    join seller_entities r on r.org_id = ${org.orgId} and r.id = chosen.id
    order by chosen.position limit 1`.execute(tx);
  return rows[0] ?? null;
}

/** The one that invoices show unless a setting selects another; null if the organization has none. */
export async function findDefaultSellerEntity(tx: Tx, org: Org): Promise<SellerEntityRow | null> {
  return (await records(tx, org).where('isDefault', '=', true).executeTakeFirst()) ?? null;
}

function records(tx: Tx, org: Org) {
  return tx.selectFrom('sellerEntities').selectAll().where('orgId', '=', org.orgId);
}
