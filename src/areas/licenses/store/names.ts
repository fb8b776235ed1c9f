import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import { findPage } from '#platform/db/page.ts';
import type { ListSpec, PageRequest } from '#platform/http/list.ts';
import { NEWEST_FIRST } from '#platform/http/list-orders.ts';
import type { Org } from '#platform/http/operation.ts';
import type { NamedLicenseEntriesTable } from '../tables.ts';
import type { LicenseKey } from './updates.ts';

export const namedLicenseList: ListSpec = {
  maxPageSize: 50,
  defaultPageSize: 50,
  filters: {
    account_id: { column: 'account_id', kind: 'text', isExtension: true },
    license_id: { column: 'license_id', kind: 'text', isExtension: true },
  },
  searchable: {},
  ...NEWEST_FIRST,
};

const SHOWN = [
  'id',
  'accountId',
  'licenseId',
  'name',
  'effectiveFrom',
  'effectiveUntil',
  'createdAt',
  'updatedAt',
] as const;
export type NamedEntryRow = Pick<NamedLicenseEntriesTable, (typeof SHOWN)[number]>;

/** One name of an account and license. */
export interface NameKey extends LicenseKey {
  name: string;
}

/** The mark of a name by an event. */
export interface NamedMark extends NameKey {
  /** The event. */
  referenceId: string;
  at: Temporal.Instant;
  action: 'OPEN' | 'CLOSE';
}

/**
 * Inserts and locks the rows of these accounts and licenses, so that no other transaction writes their names
 * until this one ends. Every writer locks in key order.
 */
export async function lockNamedLicenses(
  tx: Tx,
  org: Org,
  { keys, now }: { keys: readonly LicenseKey[]; now: Temporal.Instant },
): Promise<void> {
  const [accountIds, licenseIds] = [
    keys.map(({ accountId }) => accountId),
    keys.map(({ licenseId }) => licenseId),
  ];
  await sql`
    insert into named_licenses (org_id, account_id, license_id, created_at)
    select distinct ${org.orgId}::integer, account_id, license_id, ${now}::timestamptz
    from unnest(${accountIds}::text[], ${licenseIds}::text[]) as wanted (account_id, license_id)
    order by account_id, license_id
    on conflict (org_id, account_id, license_id) do nothing`.execute(tx);
  await sql`
    select 1 from named_licenses
    where org_id = ${org.orgId} and (account_id, license_id) in (
      select * from unnest(${accountIds}::text[], ${licenseIds}::text[]))
    order by account_id, license_id for no key update`.execute(tx);
}

export async function insertMarks(tx: Tx, org: Org, marks: readonly NamedMark[]): Promise<void> {
  const rows = marks.map(({ at, ...mark }) => ({ ...mark, at: at.toString() }));
  await sql`
    insert into named_license_marks
      (org_id, reference_id, account_id, license_id, name, marked_at, action)
    select ${org.orgId}, sent.* from json_to_recordset(${JSON.stringify(rows)}::json) as sent (
      "referenceId" uuid, "accountId" text, "licenseId" text, name text, at timestamptz,
      action text)`.execute(tx);
}

/** Marks of names by events; immutable. */
export async function listMarksOfEvents(
  tx: Tx,
  org: Org,
  references: readonly string[],
): Promise<NamedMark[]> {
  if (references.length === 0) return [];
  const { rows } = await sql<NamedMark>`
    select reference_id, account_id, license_id, name, marked_at as at, action from named_license_marks
    where org_id = ${org.orgId} and reference_id = any(${[...references]}::uuid[])`.execute(tx);
  return rows;
}

export async function deleteMarks(tx: Tx, org: Org, references: readonly string[]): Promise<void> {
  await sql`delete from named_license_marks
    where org_id = ${org.orgId} and reference_id = any(${[...references]}::uuid[])`.execute(tx);
}

/** The marks of each name from an instant on. */
export async function listMarks(
  tx: Tx,
  org: Org,
  names: readonly (NameKey & { from: Temporal.Instant })[],
): Promise<Omit<NamedMark, 'referenceId'>[]> {
  const { rows } = await sql<Omit<NamedMark, 'referenceId'>>`
    select m.account_id, m.license_id, m.name, m.marked_at as at, m.action
    from ${unnestNames(names)}
    join named_license_marks m on m.org_id = ${org.orgId} and m.account_id = wanted.account_id
      and m.license_id = wanted.license_id and m.name = wanted.name
      and m.marked_at >= wanted.since`.execute(tx);
  return rows;
}

/** The entries of each name that are open at an instant, end then, or start later. */
export async function listEntriesSince(
  tx: Tx,
  org: Org,
  names: readonly (NameKey & { from: Temporal.Instant })[],
): Promise<NamedEntryRow[]> {
  const { rows } = await sql<NamedEntryRow>`
    select e.id, e.account_id, e.license_id, e.name, e.effective_from, e.effective_until, e.created_at,
      e.updated_at
    from ${unnestNames(names)}
    join named_license_entries e on e.org_id = ${org.orgId} and e.account_id = wanted.account_id
      and e.license_id = wanted.license_id and e.name = wanted.name
      and coalesce(e.effective_until, 'infinity'::timestamptz) >= wanted.since`.execute(tx);
  return rows;
}

/** A retained entry has its id: it is deleted and inserted with its new values. */
export async function replaceEntries(
  tx: Tx,
  org: Org,
  { removed, rows }: { removed: readonly string[]; rows: readonly NamedEntryRow[] },
): Promise<void> {
  if (removed.length > 0)
    await sql`delete from named_license_entries
      where org_id = ${org.orgId} and id = any(${[...removed]})`.execute(tx);
  if (rows.length === 0) return;
  const sent = rows.map((row) => ({ ...row, createdAt: row.createdAt.toString() }));
  await sql`
    insert into named_license_entries (org_id, id, account_id, license_id, name, effective_from,
      effective_until, created_at, updated_at)
    select ${org.orgId}, sent.* from json_to_recordset(${JSON.stringify(sent)}::json) as sent (
      id text, "accountId" text, "licenseId" text, name text, "effectiveFrom" timestamptz,
      "effectiveUntil" timestamptz, "createdAt" timestamptz, "updatedAt" timestamptz)`.execute(tx);
}

/** Entries that overlap `[from, until)`; an empty entry counts at its instant. */
export async function selectActiveEntries(
  tx: Tx,
  org: Org,
  range: {
    accountId: string;
    licenseIds: readonly string[];
    from: Temporal.Instant;
    until: Temporal.Instant;
  },
): Promise<NamedEntryRow[]> {
  const { from, until } = range;
  return tx
    .selectFrom('namedLicenseEntries')
    .select(SHOWN)
    .where('orgId', '=', org.orgId)
    .where('accountId', '=', range.accountId)
    .where(sql<boolean>`license_id = any(${[...range.licenseIds]})`)
    .where(sql<boolean>`coalesce(effective_until, 'infinity'::timestamptz) >= ${from}`)
    .where(sql<boolean>`effective_from < ${until}
      and (effective_until is null or effective_until > ${from} or effective_from = ${from})`)
    .orderBy('effectiveFrom')
    .orderBy(sql`name collate "C"`)
    .execute();
}

export function listNames(tx: Tx, org: Org, page: PageRequest) {
  const build = () => tx.selectFrom('namedLicenseEntries').select(SHOWN).where('orgId', '=', org.orgId);
  return findPage({ tx, parameters: [org.orgId], build }, page);
}

function unnestNames(names: readonly (NameKey & { from: Temporal.Instant })[]) {
  return sql`unnest(${names.map(({ accountId }) => accountId)}::text[],
    ${names.map(({ licenseId }) => licenseId)}::text[], ${names.map(({ name }) => name)}::text[],
    ${names.map(({ from }) => from.toString())}::timestamptz[])
    as wanted (account_id, license_id, name, since)`;
}
