import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import { findPage } from '#platform/db/page.ts';
import type { ListSpec, PageRequest } from '#platform/http/list.ts';
import type { Org } from '#platform/http/operation.ts';
import { newTimeUuid } from '#platform/ids.ts';
import type { AccountAliasesTable } from '../tables.ts';
import { insertKnownAliases } from './known-aliases.ts';

/** A range of time in which an alias refers to an account. */
export type AliasRow = Omit<AccountAliasesTable, 'orgId'>;

/** A new range, already checked to be free. */
export interface AliasRange {
  value: string;
  from: Temporal.Instant | null;
  until: Temporal.Instant | null;
}

const COLUMNS = [
  'id',
  'accountId',
  'value',
  'effectiveFrom',
  'effectiveUntil',
  'createdAt',
  'updatedAt',
] as const;

export const accountAliasList: ListSpec = {
  maxPageSize: 100,
  defaultPageSize: 100,
  filters: {},
  searchable: {},
  sortable: {
    value: { column: 'value', kind: 'text' },
    created_at: { column: 'created_at', kind: 'instant' },
    id: { column: 'id', kind: 'uuid' },
  },
  defaultSort: [['value', 'ASC']],
  tieBreaker: 'id',
};

/**
 * Account ids and aliases share one namespace, but no constraint spans their tables. Every writer of either
 * locks the name first, so that the second of two concurrent writers sees the first one's row.
 */
export async function lockNames(tx: Tx, org: Org, values: readonly string[]): Promise<void> {
  await sql`
    select pg_advisory_xact_lock(key) from (
      select distinct hashtextextended(value, ${org.orgId}) as key
      from unnest(${[...values]}::text[]) as value order by key) keys`.execute(tx);
}

/** Every range of the values, of any account, in chronological order. */
export async function listRangesOfValues(tx: Tx, org: Org, values: readonly string[]): Promise<AliasRow[]> {
  return tx
    .selectFrom('accountAliases')
    .select(COLUMNS)
    .where('orgId', '=', org.orgId)
    .where(sql`value collate "C"`, '=', sql`any(${[...values]})`)
    .orderBy(sql`effective_from nulls first`)
    .execute();
}

/**
 * The exclusion constraint is the last guard against overlaps; the callers' locks on names prevent them
 * first.
 */
export async function insertRanges(
  tx: Tx,
  org: Org,
  added: { accountId: string; ranges: readonly AliasRange[]; now: Temporal.Instant },
): Promise<void> {
  const { accountId, ranges, now } = added;
  if (ranges.length === 0) return;
  await tx
    .insertInto('accountAliases')
    .values(
      ranges.map(({ value, from, until }) => ({
        orgId: org.orgId,
        id: newTimeUuid(now),
        accountId,
        value,
        effectiveFrom: from,
        effectiveUntil: until,
        createdAt: now,
        updatedAt: now,
      })),
    )
    .execute();
  await insertKnownAliases(tx, org, { values: ranges.map(({ value }) => value), now });
}

export async function countAliasesAt(
  tx: Tx,
  org: Org,
  { accountId, at }: { accountId: string; at: Temporal.Instant },
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from account_aliases
    where org_id = ${org.orgId} and account_id = ${accountId}
      and tstzrange(effective_from, effective_until) @> ${at}::timestamptz`.execute(tx);
  return rows[0]?.count ?? 0;
}

/** The aliases of each account whose range contains the instant, sorted by value. */
export async function listAliasesAt(
  tx: Tx,
  org: Org,
  { accountIds, at }: { accountIds: readonly string[]; at: Temporal.Instant },
): Promise<{ accountId: string; value: string }[]> {
  const { rows } = await sql<{ accountId: string; value: string }>`
    select account_id, value from account_aliases
    where org_id = ${org.orgId} and account_id = any(${[...accountIds]})
      and tstzrange(effective_from, effective_until) @> ${at}::timestamptz
    order by account_id, value collate "C"`.execute(tx);
  return rows;
}

export function listRangesOfAccount(tx: Tx, org: Org, request: { accountId: string; page: PageRequest }) {
  const rows = tx
    .selectFrom('accountAliases')
    .select(COLUMNS)
    .where('orgId', '=', org.orgId)
    .where('accountId', '=', request.accountId);
  return findPage(rows, request.page);
}

/** Ranges of an account whose value or id is among the names. */
export async function listRangesByName(
  tx: Tx,
  org: Org,
  wanted: { accountId: string; names: readonly string[] },
): Promise<AliasRow[]> {
  return tx
    .selectFrom('accountAliases')
    .select(COLUMNS)
    .where('orgId', '=', org.orgId)
    .where('accountId', '=', wanted.accountId)
    .where((eb) =>
      eb.or([
        eb(sql`value`, '=', sql`any(${[...wanted.names]})`),
        eb(sql`id::text`, '=', sql`any(${[...wanted.names]})`),
      ]),
    )
    .execute();
}

/** Ends a range at an instant inside it. */
export async function endRange(
  tx: Tx,
  org: Org,
  ended: { id: string; until: Temporal.Instant; now: Temporal.Instant },
): Promise<void> {
  await tx
    .updateTable('accountAliases')
    .set({ effectiveUntil: ended.until, updatedAt: ended.now })
    .where('orgId', '=', org.orgId)
    .where('id', '=', ended.id)
    .execute();
}

export async function deleteRange(tx: Tx, org: Org, id: string): Promise<void> {
  await tx.deleteFrom('accountAliases').where('orgId', '=', org.orgId).where('id', '=', id).execute();
}

/** Values whose range ended at an instant, such as the archival of their account. */
export async function listValuesEndedAt(
  tx: Tx,
  org: Org,
  { accountId, at }: { accountId: string; at: Temporal.Instant },
): Promise<string[]> {
  const rows = await tx
    .selectFrom('accountAliases')
    .select('value')
    .where('orgId', '=', org.orgId)
    .where('accountId', '=', accountId)
    .where('effectiveUntil', '=', at)
    .orderBy('value')
    .execute();
  return rows.map(({ value }) => value);
}

/** Ends the accounts' current ranges at the instant and deletes their future ones. */
export async function endAllRanges(
  tx: Tx,
  org: Org,
  { accountIds, at }: { accountIds: readonly string[]; at: Temporal.Instant },
): Promise<void> {
  await sql`
    delete from account_aliases
    where org_id = ${org.orgId} and account_id = any(${[...accountIds]}) and effective_from >= ${at}`.execute(
    tx,
  );
  await sql`
    update account_aliases set effective_until = ${at}, updated_at = ${at}
    where org_id = ${org.orgId} and account_id = any(${[...accountIds]})
      and (effective_until is null or effective_until > ${at})`.execute(tx);
}
