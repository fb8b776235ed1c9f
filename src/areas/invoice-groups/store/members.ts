import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import { findPage } from '#platform/db/page.ts';
import type { ListSpec, PageRequest } from '#platform/http/list.ts';
import type { Org } from '#platform/http/operation.ts';

/** The accounts of a group, by id. */
export const memberList: ListSpec = {
  maxPageSize: 100,
  defaultPageSize: 20,
  filters: {},
  searchable: {},
  sortable: { account_id: { column: 'account_id', kind: 'text' } },
  defaultSort: [['account_id', 'ASC']],
  tieBreaker: 'account_id',
};

/** The facts that decide whether an account may join a group. */
export interface Candidate {
  id: string;
  platformId: string;
  status: 'ACTIVE' | 'DRAFT' | 'ARCHIVED';
  invoiceCurrency: string;
}

/**
 * Finds accounts by their chosen or platform ids, locked in the order of the key, so that neither status nor
 * currency changes before they are members.
 */
export async function lockCandidates(tx: Tx, org: Org, refs: readonly string[]): Promise<Candidate[]> {
  const { rows } = await sql<Candidate>`
    select id, platform_id, status, invoice_currency from accounts
    where org_id = ${org.orgId} and (id = any(${[...refs]}) or platform_id = any(${[...refs]}))
    order by id for no key update`.execute(tx);
  return rows;
}

/** The same accounts for removal, without locks, because none of their data matters then. */
export async function listCandidates(
  tx: Tx,
  org: Org,
  refs: readonly string[],
): Promise<Pick<Candidate, 'id' | 'platformId'>[]> {
  const { rows } = await sql<Pick<Candidate, 'id' | 'platformId'>>`
    select id, platform_id from accounts
    where org_id = ${org.orgId} and (id = any(${[...refs]}) or platform_id = any(${[...refs]}))`.execute(tx);
  return rows;
}

/** Lists the current groups of accounts. */
export async function listCurrentGroups(
  tx: Tx,
  org: Org,
  accountIds: readonly string[],
): Promise<{ accountId: string; groupId: string }[]> {
  return tx
    .selectFrom('invoiceGroupMembers')
    .select(['accountId', 'groupId'])
    .where('orgId', '=', org.orgId)
    .where('accountId', '=', sql<string>`any(${[...accountIds]})`)
    .where('effectiveUntil', 'is', null)
    .orderBy('accountId')
    .execute();
}

/**
 * Inserts members from `now` on, or from the end of their last membership: the clocks of two processes may
 * differ a little, and ranges must not overlap.
 */
export async function insertMembers(
  tx: Tx,
  org: Org,
  added: { groupId: string; accountIds: readonly string[]; now: Temporal.Instant },
): Promise<void> {
  const { groupId, accountIds, now } = added;
  await sql`
    insert into invoice_group_members (org_id, group_id, account_id, effective_from)
    select ${org.orgId}::integer, ${groupId}, account_id, greatest(${now}::timestamptz,
      (select max(m.effective_until) from invoice_group_members m
       where m.org_id = ${org.orgId} and m.account_id = sent.account_id))
    from unnest(${[...accountIds]}::text[]) as sent (account_id)`.execute(tx);
}

/** Ends memberships at `now` and returns their number; deletes one that began at this instant. */
export async function endMemberships(
  tx: Tx,
  org: Org,
  ended: { groupId: string; accountIds: readonly string[]; now: Temporal.Instant },
): Promise<string[]> {
  const { groupId, accountIds, now } = ended;
  const { rows } = await sql<{ accountId: string }>`
    with leaving as (
      select account_id, effective_from from invoice_group_members
      where org_id = ${org.orgId} and group_id = ${groupId} and account_id = any(${[...accountIds]})
        and effective_until is null),
    forgotten as (
      delete from invoice_group_members m using leaving l
      where m.org_id = ${org.orgId} and m.account_id = l.account_id and m.effective_from = l.effective_from
        and m.effective_from >= ${now}),
    closed as (
      update invoice_group_members m set effective_until = ${now} from leaving l
      where m.org_id = ${org.orgId} and m.account_id = l.account_id and m.effective_from = l.effective_from
        and m.effective_from < ${now})
    select account_id from leaving`.execute(tx);
  return rows.map(({ accountId }) => accountId);
}

export function listMembers(tx: Tx, org: Org, requested: { groupId: string; page: PageRequest }) {
  const rows = tx
    .selectFrom('invoiceGroupMembers')
    .select('accountId')
    .where('orgId', '=', org.orgId)
    .where('groupId', '=', requested.groupId)
    .where('effectiveUntil', 'is', null);
  return findPage(rows, requested.page);
}

/** Finds the group of an account at an instant. */
export async function findGroupIdAt(
  tx: Tx,
  org: Org,
  { accountId, at }: { accountId: string; at: Temporal.Instant },
): Promise<string | null> {
  const { rows } = await sql<{ groupId: string }>`
    select group_id from invoice_group_members
    where org_id = ${org.orgId} and account_id = ${accountId}
      and tstzrange(effective_from, effective_until) @> ${at}::timestamptz`.execute(tx);
  return rows[0]?.groupId ?? null;
}

/** Lists the current members in the order of their ids, from the first one after `after`. */
export async function listMemberIds(
  tx: Tx,
  org: Org,
  requested: { groupId: string; after: string; limit: number },
): Promise<string[]> {
  const { rows } = await sql<{ accountId: string }>`
    select account_id from invoice_group_members
    where org_id = ${org.orgId} and group_id = ${requested.groupId} and effective_until is null
      and account_id collate "C" > ${requested.after}
    order by account_id collate "C" limit ${requested.limit}`.execute(tx);
  return rows.map(({ accountId }) => accountId);
}
