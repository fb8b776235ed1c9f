import { sql } from 'kysely';
import type { Decimal } from '#core/decimal.ts';
import type { Tx } from '#platform/db/database.ts';
import { json } from '#platform/db/json.ts';
import type { Environment, Org } from '#platform/http/operation.ts';
import type { UpdateOrganizationRequest } from './schema.ts';
import type { OrganizationStatus } from './scopes-under.ts';

export async function getOrganizationRow(tx: Tx, org: Org) {
  return tx.selectFrom('organizations').selectAll().where('orgId', '=', org.orgId).executeTakeFirstOrThrow();
}

export type OrganizationRow = Awaited<ReturnType<typeof getOrganizationRow>>;

/** A currency with its initial factor and the later ones, ordered by day. */
export interface CurrencyRates {
  currency: string;
  rate: Decimal;
  timezone: string;
  /** As text: days `YYYY-MM-DD` in ascending order, and exact factors. */
  rates: { effectiveFrom: string; rate: string }[];
}

export const MAX_RATES = 1000;

/** A single statement, for callers on a hot path. */
export async function listRates(tx: Tx, org: Org): Promise<CurrencyRates[]> {
  const { rows } = await sql<CurrencyRates>`
    select c.currency, c.rate, o.timezone, coalesce((
        select json_agg(json_build_object('effectiveFrom', r.effective_from, 'rate', trim_scale(r.rate)::text)
          order by r.effective_from)
        from currency_rates r where r.org_id = c.org_id and r.currency = c.currency), '[]') as rates
    from organization_currencies c join organizations o on o.org_id = c.org_id
    where c.org_id = ${org.orgId} order by c.currency collate "C"`.execute(tx);
  return rows;
}

/**
 * Whether the organization has added the currency; if so, locks it against removal until the transaction
 * ends.
 */
export async function holdCurrency(tx: Tx, org: Org, currency: string): Promise<boolean> {
  const { rows } = await sql`select from organization_currencies
    where org_id = ${org.orgId} and currency = ${currency} for key share`.execute(tx);
  return rows.length > 0;
}

/** The same with an exclusive lock, for changes. */
export async function lockCurrency(tx: Tx, org: Org, currency: string): Promise<boolean> {
  const { rows } = await sql`select from organization_currencies
    where org_id = ${org.orgId} and currency = ${currency} for update`.execute(tx);
  return rows.length > 0;
}

/** False if that day already has a rate. */
export async function insertRate(
  tx: Tx,
  org: Org,
  added: { currency: string; effectiveFrom: Temporal.PlainDate; rate: Decimal; now: Temporal.Instant },
): Promise<boolean> {
  const { currency, effectiveFrom, rate, now } = added;
  const { rows } = await sql`
    insert into currency_rates (org_id, currency, effective_from, rate, created_at)
    values (${org.orgId}, ${currency}, ${effectiveFrom}, ${rate}, ${now})
    on conflict do nothing returning 1`.execute(tx);
  return rows.length > 0;
}

export async function countRates(tx: Tx, org: Org, currency: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from currency_rates
    where org_id = ${org.orgId} and currency = ${currency}`.execute(tx);
  return rows[0]?.count ?? 0;
}

/** The first account with this invoice currency: a fact of a higher area's table. */
export async function findAccountInCurrency(tx: Tx, org: Org, currency: string): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`select id from accounts
    where org_id = ${org.orgId} and invoice_currency = ${currency} order by id limit 1`.execute(tx);
  return rows[0]?.id ?? null;
}

export async function deleteCurrency(tx: Tx, org: Org, currency: string): Promise<void> {
  await sql`delete from currency_rates
    where org_id = ${org.orgId} and currency = ${currency}`.execute(tx);
  await sql`delete from organization_currencies
    where org_id = ${org.orgId} and currency = ${currency}`.execute(tx);
}

export async function updateOrganizationRow(
  tx: Tx,
  org: Org,
  change: UpdateOrganizationRequest,
  now: Temporal.Instant,
) {
  const { address, metadata, ...plain } = change;
  await tx
    .updateTable('organizations')
    .set({
      ...plain,
      ...(address && { address: json(address) }),
      ...(metadata && { metadata: json(metadata) }),
    })
    .set({ updatedAt: now })
    .set((eb) => ({ rowVersion: eb('rowVersion', '+', 1) }))
    .where('orgId', '=', org.orgId)
    .execute();
}

/** False if the organization already has the currency, as its base or as an added one. */
export async function insertCurrency(
  tx: Tx,
  org: Org,
  added: { currency: string; rate: Decimal; now: Temporal.Instant },
): Promise<boolean> {
  const { rows } = await sql`
    insert into organization_currencies (org_id, currency, rate, created_at)
    select org_id, ${added.currency}, ${added.rate}, ${added.now} from organizations
    where org_id = ${org.orgId} and base_currency <> ${added.currency}
    on conflict do nothing returning 1`.execute(tx);
  return rows.length > 0;
}

/**
 * Whether any amount uses the base currency, or any rate converts to it. Reads a single fact of a higher
 * area's table.
 */
export async function isBaseCurrencyUsed(tx: Tx, org: Org): Promise<boolean> {
  const { rows } = await sql`
    select 1 where exists (select from accounts where org_id = ${org.orgId})
      or exists (select from organization_currencies where org_id = ${org.orgId})`.execute(tx);
  return rows.length > 0;
}

export async function countOrganizations(tx: Tx): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from organizations`.execute(tx);
  return rows[0]?.count ?? 0;
}

export async function insertOrganization(
  tx: Tx,
  created: { id: string; environment: Environment; now: Temporal.Instant },
): Promise<number> {
  const row = await tx
    .insertInto('organizations')
    .values({
      id: created.id,
      environment: created.environment,
      name: created.id,
      createdAt: created.now,
      updatedAt: created.now,
    })
    .returning('orgId')
    .executeTakeFirstOrThrow();
  return row.orgId;
}

/** Serializes processes that start together on an empty database. */
export async function lockBootstrap(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(4000)`.execute(tx);
}

/** An environment of an organization. */
export interface Tenant {
  orgId: number;
  id: string;
  environment: Environment;
  status: OrganizationStatus;
}

/** The open environment of an organization. Needs a transaction that sees all organizations. */
export async function findOpenOrganization(
  tx: Tx,
  { id, environment }: { id: string; environment: Environment },
): Promise<Org | null> {
  const { rows } = await sql<Org>`
    select org_id, id, environment from organizations
    where id = ${id} and environment = ${environment} and status = 'ACTIVE'`.execute(tx);
  return rows[0] ?? null;
}

/** Needs a transaction that sees all organizations. */
export async function listTenants(tx: Tx): Promise<Tenant[]> {
  const columns = ['orgId', 'id', 'environment', 'status'] as const;
  return tx.selectFrom('organizations').select(columns).orderBy('orgId').execute();
}

export async function setStatus(
  tx: Tx,
  { orgId, status, now }: { orgId: number; status: Tenant['status']; now: Temporal.Instant },
): Promise<void> {
  await tx
    .updateTable('organizations')
    .set({ status, updatedAt: now })
    .set((eb) => ({ rowVersion: eb('rowVersion', '+', 1) }))
    .where('orgId', '=', orgId)
    .execute();
}
