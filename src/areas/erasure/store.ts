import { type Insertable, sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import type { PersonalRow } from './personal-texts.ts';
import type { ErasuresTable } from './tables.ts';

/** Contacts that a customer ever had, by the audit log: also those that were deleted since. */
export async function listPastContacts(tx: Tx, org: Org, customerId: string): Promise<string[]> {
  const { rows } = await sql<{ username: string }>`
    select distinct entity_id as username from audit_log
    where org_id = ${org.orgId} and entity_type = 'CONTACT'
      and coalesce(after ->> 'customer_id', before ->> 'customer_id') = ${customerId}`.execute(tx);
  return rows.map(({ username }) => username);
}

/**
 * What is known of a customer, its accounts and contacts, and what the audit log says was known: their
 * columns. `isCurrent`: of the customer and its accounts, as they are.
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

export async function insertErasure(tx: Tx, row: Insertable<ErasuresTable>): Promise<void> {
  await tx.insertInto('erasures').values(row).execute();
}

/** Null once all was searched. */
export async function findOpenErasure(tx: Tx, org: Org, id: string): Promise<OpenErasure | null> {
  const row = await tx
    .selectFrom('erasures')
    .select(['id', 'ids', 'texts', 'captured'])
    .where('orgId', '=', org.orgId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.texts ? { ...row, texts: row.texts } : null;
}

export interface OpenErasure {
  id: string;
  ids: string[];
  texts: string[];
  captured: string[];
}

/** What was looked for is forgotten. */
export async function completeErasure(
  tx: Tx,
  org: Org,
  { id, now }: { id: string; now: Temporal.Instant },
): Promise<void> {
  await tx
    .updateTable('erasures')
    .set({ texts: null, captured: [], completedAt: now })
    .where('orgId', '=', org.orgId)
    .where('id', '=', id)
    .execute();
}

/** Until the transaction ends nobody adds a row of the organization; whoever has added some is waited for. */
export async function lockOrganization(tx: Tx, org: Org): Promise<void> {
  await sql`select from organizations where org_id = ${org.orgId} for update`.execute(tx);
}

/** Rows of one table in one statement: some seconds of work. */
const MOST_ROWS = 50_000;

/** Removes rows of the sandbox, some of each table; how many, and the tables that have some left. */
export async function wipeRows(tx: Tx): Promise<{ removed: number; remaining: string[] }> {
  const { rows } = await sql<{ removed: number; remaining: string[] }>`
    select removed, remaining from wipe_sandbox(${MOST_ROWS})`.execute(tx);
  return rows[0] ?? { removed: 0, remaining: [] };
}

/** A sandbox that is empty follows real time again. */
export async function noteWipe(tx: Tx, org: Org): Promise<Temporal.Instant> {
  const { rows } = await sql<{ now: Temporal.Instant }>`
    update organizations set clock_at = null, wiped_at = clock_timestamp(), updated_at = clock_timestamp(),
      row_version = row_version + 1
    where org_id = ${org.orgId} and environment = 'sandbox' returning wiped_at as now`.execute(tx);
  if (!rows[0]) throw new Error('only a sandbox is wiped');
  // Whatever processes remember for ingestion.
  await sql`insert into catalog_changes (org_id, kind, key) values (${org.orgId}, 'WIPE', '')`.execute(tx);
  return rows[0].now;
}

export async function listWipedFiles(tx: Tx, org: Org, limit: number): Promise<string[]> {
  const rows = await tx
    .selectFrom('wipedFiles')
    .select('storageKey')
    .where('orgId', '=', org.orgId)
    .orderBy('storageKey')
    .limit(limit)
    .execute();
  return rows.map(({ storageKey }) => storageKey);
}

export async function deleteWipedFile(tx: Tx, org: Org, storageKey: string): Promise<void> {
  await tx
    .deleteFrom('wipedFiles')
    .where('orgId', '=', org.orgId)
    .where('storageKey', '=', storageKey)
    .execute();
}
