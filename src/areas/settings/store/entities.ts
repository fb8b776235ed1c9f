import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import type { Owner } from '../rules.ts';
import type { EntityType } from '../schema.ts';

/** The owner of a setting: its own id, and its status if it has one. */
export interface Entity {
  id: string;
  status: string | null;
}

type Lookup = (org: Org, id: string) => RawBuilder<Entity>;

/**
 * Settings lie below the areas of their owners, so each lookup reads one fact of a higher area's table.
 * Customers and accounts are also found by their platform id, but the chosen id is stored.
 */
const LOOKUPS: Readonly<Record<EntityType, Lookup>> = {
  // Only the caller's own organization: the condition on the row enforces it.
  ORGANIZATION: ({ orgId }, id) => sql`
    select id, null as status from organizations where org_id = ${orgId} and id = ${id}`,
  CUSTOMER: ({ orgId }, id) => sql`
    select id, status from customers where org_id = ${orgId} and (id = ${id} or platform_id = ${id})
    order by id = ${id} desc limit 1`,
  ACCOUNT: ({ orgId }, id) => sql`
    select id, status from accounts where org_id = ${orgId} and (id = ${id} or platform_id = ${id})
    order by id = ${id} desc limit 1`,
  // A group without accounts no longer exists, for settings as for every other request.
  INVOICE_GROUP: ({ orgId }, id) => sql`
    select id, null as status from invoice_groups
    where org_id = ${orgId} and id = ${id} and deleted_at is null`,
  // The status of a schema is that of its newest version.
  EVENT_SCHEMA: ({ orgId }, id) => sql`
    select name as id, status from event_schemas where org_id = ${orgId} and name = ${id} and is_latest`,
  USAGE_METER: ({ orgId }, id) => sql`
    select id, status from usage_meters where org_id = ${orgId} and id = ${id}`,
  ADD_ON: ({ orgId }, id) => sql`
    select id, status from add_ons where org_id = ${orgId} and id = ${id}`,
  FEATURE: ({ orgId }, id) => sql`
    select id, null as status from features where org_id = ${orgId} and id = ${id}`,
  PRICE_PLAN: ({ orgId }, id) => sql`
    select id, status from price_plans where org_id = ${orgId} and id = ${id}`,
  // Invoices are never archived: integrations write payment links and external ids after the invoice is
  // issued.
  INVOICE: ({ orgId }, id) => sql`
    select id, null as status from invoices where org_id = ${orgId} and id = ${id}`,
};

/** The invoice currency of an existing account. */
export async function findInvoiceCurrency(tx: Tx, org: Org, accountId: string): Promise<string> {
  const { rows } = await sql<{ currency: string }>`
    select invoice_currency as currency from accounts
    where org_id = ${org.orgId} and id = ${accountId}`.execute(tx);
  if (!rows[0]) throw new Error(`account ${accountId} does not exist`);
  return rows[0].currency;
}

/** Null if the organization has no such resource. */
export async function findEntity(tx: Tx, org: Org, { entityType, entityId }: Owner): Promise<Entity | null> {
  const { rows } = await LOOKUPS[entityType](org, entityId).execute(tx);
  return rows[0] ?? null;
}

/**
 * The status of an invoice template, which also belongs to a higher area. The row stays locked until this
 * transaction ends: a concurrent archival waits and then sees the setting.
 */
export async function lockTemplateStatus(tx: Tx, org: Org, id: string): Promise<string | null> {
  const { rows } = await sql<{ status: string }>`
    select status from invoice_templates where org_id = ${org.orgId} and id = ${id} for share`.execute(tx);
  return rows[0]?.status ?? null;
}

/** Whether the seller entity exists; if so, it cannot be deleted until this transaction ends. */
export async function holdSellerEntity(tx: Tx, org: Org, id: string): Promise<boolean> {
  const { rows } = await sql`
    select from seller_entities where org_id = ${org.orgId} and id = ${id} for share`.execute(tx);
  return rows.length > 0;
}

/**
 * The first resource whose platform setting names this value, which is therefore still in use. Archived and
 * deleted resources do not count, because their settings can no longer change.
 */
export async function findNamingSetting(
  tx: Tx,
  org: Org,
  { id, value }: { id: string; value: string },
): Promise<{ entityType: string; entityId: string } | null> {
  const { rows } = await sql<{ entityType: string; entityId: string }>`
    select entity_type, entity_id from settings s
    where org_id = ${org.orgId} and namespace = 'PLATFORM' and id = ${id} and value = ${value}
      and not exists (select from accounts a where s.entity_type = 'ACCOUNT'
        and a.org_id = s.org_id and a.id = s.entity_id and a.status = 'ARCHIVED')
      and not exists (select from customers c where s.entity_type = 'CUSTOMER'
        and c.org_id = s.org_id and c.id = s.entity_id and c.status = 'ARCHIVED')
      and not exists (select from invoice_groups g where s.entity_type = 'INVOICE_GROUP'
        and g.org_id = s.org_id and g.id = s.entity_id and g.deleted_at is not null)
    order by entity_type desc, entity_id limit 1`.execute(tx);
  return rows[0] ?? null;
}
