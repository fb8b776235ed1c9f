import { type Selectable, sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import { json } from '#platform/db/json.ts';
import type { Org } from '#platform/http/operation.ts';
import type { PaymentConnectionsTable } from './tables.ts';

const NEXT_VERSION = sql<number>`payment_connections.row_version + 1`;

export type ConnectionRow = Selectable<PaymentConnectionsTable>;

/** With the countries that it serves, in their order. */
export interface ServingConnection extends ConnectionRow {
  countries: string[];
}

export async function findDefaultConnection(tx: Tx, org: Org): Promise<ConnectionRow | null> {
  return (await connections(tx, org).where('isDefault', '=', true).executeTakeFirst()) ?? null;
}

export async function findConnection(tx: Tx, org: Org, id: string): Promise<ConnectionRow | null> {
  return (await connections(tx, org).where('id', '=', id).executeTakeFirst()) ?? null;
}

/** Lists the default first, the others by age. */
export async function listConnections(tx: Tx, org: Org): Promise<ServingConnection[]> {
  const rows = await connections(tx, org)
    .select(() =>
      sql<string[]>`array(select country from payment_connection_countries k
        where k.org_id = payment_connections.org_id and k.connection_id = payment_connections.id
        order by country)`.as('countries'),
    )
    .orderBy('isDefault', 'desc')
    .orderBy('createdAt')
    .orderBy('id')
    .execute();
  return rows;
}

/** Locks all in the order of their ids and reads them, which serializes changes of connections. */
export async function lockConnections(tx: Tx, org: Org): Promise<ServingConnection[]> {
  await connections(tx, org).orderBy('id').forUpdate().execute();
  // A concurrent transaction may have added one before the lock.
  return listConnections(tx, org);
}

/**
 * Returns the connection for payers of a country: the one that lists it, or else the default. Locked until
 * the transaction ends.
 */
export async function chooseConnection(
  tx: Tx,
  org: Org,
  country: string | null,
): Promise<ConnectionRow | null> {
  const choose = () =>
    sql<ConnectionRow>`
      select * from payment_connections c
      where org_id = ${org.orgId} and (is_default or exists (select from payment_connection_countries
        where org_id = c.org_id and connection_id = c.id and country = ${country}))
      order by not exists (select from payment_connection_countries
        where org_id = c.org_id and connection_id = c.id and country = ${country})
      limit 1 for key share of c`.execute(tx);
  // The first result may be deleted before its lock is granted: then another one is found.
  return (await choose()).rows[0] ?? (await choose()).rows[0] ?? null;
}

/** Inserts or updates a connection. The unique key rejects the second of two concurrent defaults. */
export async function saveConnection(tx: Tx, row: Omit<ConnectionRow, 'rowVersion'>): Promise<void> {
  const { kind, name, isDefault, url, behaviour, updatedAt } = row;
  const secrets = json(row.secrets);
  const set = { kind, name, isDefault, url, behaviour, secrets, updatedAt, rowVersion: NEXT_VERSION };
  await tx
    .insertInto('paymentConnections')
    .values({ ...row, secrets })
    .onConflict((conflict) => conflict.columns(['orgId', 'id']).doUpdateSet(set))
    .execute();
}

/** Before another one becomes the default. */
export async function dropDefault(
  tx: Tx,
  org: Org,
  { except, now }: { except: string; now: Temporal.Instant },
): Promise<void> {
  await tx
    .updateTable('paymentConnections')
    .set({ isDefault: false, updatedAt: now, rowVersion: NEXT_VERSION })
    .where('orgId', '=', org.orgId)
    .where('isDefault', '=', true)
    .where('id', '<>', except)
    .execute();
}

/** Finds the connections that serve some of these countries, by country; except `except`. */
export async function findServed(
  tx: Tx,
  org: Org,
  { countries, except }: { countries: readonly string[]; except: string },
): Promise<{ country: string; connectionId: string }[]> {
  return tx
    .selectFrom('paymentConnectionCountries')
    .select(['country', 'connectionId'])
    .where('orgId', '=', org.orgId)
    .where(sql<boolean>`country = any(${[...countries]})`)
    .where('connectionId', '<>', except)
    .orderBy('country')
    .execute();
}

/**
 * Replaces the countries that it serves. The unique key rejects the second of two that take one country
 * concurrently.
 */
export async function setCountries(
  tx: Tx,
  org: Org,
  { id, countries }: { id: string; countries: readonly string[] },
): Promise<void> {
  await sql`
    delete from payment_connection_countries
    where org_id = ${org.orgId} and connection_id = ${id} and country <> all(${[...countries]})`.execute(tx);
  await sql`
    insert into payment_connection_countries (org_id, country, connection_id)
    select ${org.orgId}, country, ${id} from unnest(${[...countries]}::text[]) as requested (country)
    where not exists (select from payment_connection_countries k
      where k.org_id = ${org.orgId} and k.country = requested.country and k.connection_id = ${id})`.execute(
    tx,
  );
}

export async function deleteConnection(tx: Tx, org: Org, id: string): Promise<void> {
  await tx.deleteFrom('paymentConnections').where('orgId', '=', org.orgId).where('id', '=', id).execute();
}

function connections(tx: Tx, org: Org) {
  return tx.selectFrom('paymentConnections').selectAll().where('orgId', '=', org.orgId);
}
