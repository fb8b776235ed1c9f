import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import { findPage } from '#platform/db/page.ts';
import type { ListSpec, PageRequest } from '#platform/http/list.ts';
import type { Org } from '#platform/http/operation.ts';

/** The organization's list of aliases: reserved ones, and those that accounts have or had. */
export const knownAliasList: ListSpec = {
  maxPageSize: 100,
  defaultPageSize: 20,
  filters: {},
  searchable: { value: 'value' },
  sortable: { value: { column: 'value', kind: 'text' } },
  defaultSort: [['value', 'ASC']],
  tieBreaker: 'value',
};

export function listKnownAliases(tx: Tx, org: Org, page: PageRequest) {
  return findPage(knownAliases(tx, org), page);
}

export async function findKnownAlias(tx: Tx, org: Org, value: string) {
  return (await knownAliases(tx, org).where('value', '=', value).executeTakeFirst()) ?? null;
}

function knownAliases(tx: Tx, org: Org) {
  return tx.selectFrom('knownAliases').select(['value', 'createdAt']).where('orgId', '=', org.orgId);
}

/** The aliases that count against the quota: the organization's list, whether bound to accounts or not. */
export function allKnownAliases(org: Org) {
  return sql`select from known_aliases where org_id = ${org.orgId}`;
}

/** Adds values to the organization's list and leaves existing ones. Returns the added values. */
export async function insertKnownAliases(
  tx: Tx,
  org: Org,
  added: { values: readonly string[]; now: Temporal.Instant },
): Promise<string[]> {
  const { rows } = await sql<{ value: string }>`
    insert into known_aliases (org_id, value, created_at)
    select distinct ${org.orgId}::integer, value, ${added.now}::timestamptz
    from unnest(${[...added.values]}::text[]) as value
    order by value
    on conflict do nothing returning value`.execute(tx);
  return rows.map(({ value }) => value);
}

/** Whether a value is reserved or was ever an alias of an account. */
export async function isAliasName(tx: Tx, org: Org, value: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from account_aliases where org_id = ${org.orgId} and value collate "C" = ${value}
    union all
    select 1 from known_aliases where org_id = ${org.orgId} and value = ${value}
    limit 1`.execute(tx);
  return rows.length > 0;
}

export async function deleteKnownAlias(tx: Tx, org: Org, value: string): Promise<void> {
  await tx.deleteFrom('knownAliases').where('orgId', '=', org.orgId).where('value', '=', value).execute();
}
