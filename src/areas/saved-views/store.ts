import { type Selectable, sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import { type Mentioned, mentions } from '#platform/db/mentions.ts';
import { findPage } from '#platform/db/page.ts';
import type { ListSpec, PageRequest } from '#platform/http/list.ts';
import { BY_NAME } from '#platform/http/list-orders.ts';
import type { Org } from '#platform/http/operation.ts';
import type { SavedViewsTable } from './tables.ts';

export type SavedViewRow = Omit<Selectable<SavedViewsTable>, 'orgId' | 'queryText'>;

export const savedViewList: ListSpec = {
  maxPageSize: 100,
  defaultPageSize: 100,
  filters: { list: { column: 'list', kind: 'text' } },
  combinations: [['list']],
  searchable: {},
  ...BY_NAME,
};

const SHOWN = [
  ...(['id', 'list', 'name', 'query', 'isShared', 'owner', 'ownerName', 'createdAt', 'updatedAt'] as const),
];

/** Serializes additions and new names of views, which are counted and must be unique. */
export async function lockSavedViews(tx: Tx, org: Org): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('saved views'), ${org.orgId})`.execute(tx);
}

export async function insertSavedView(tx: Tx, org: Org, row: SavedViewRow): Promise<SavedViewRow> {
  return await tx
    .insertInto('savedViews')
    .values({ ...row, orgId: org.orgId, queryText: textOf(row.query) })
    .returning(SHOWN)
    .executeTakeFirstOrThrow();
}

function textOf(query: string): string {
  return [...new URLSearchParams(query)].flat().join(' ');
}

/** Whether the owner has a view of the list under the name, other than the one with the id. */
export async function hasSavedViewName(
  tx: Tx,
  org: Org,
  { id, owner, list, name }: Pick<SavedViewRow, 'id' | 'owner' | 'list' | 'name'>,
): Promise<boolean> {
  const row = await tx
    .selectFrom('savedViews')
    .select('id')
    .where('orgId', '=', org.orgId)
    .where('owner', '=', owner)
    .where('list', '=', list)
    .where('name', '=', name)
    .where('id', '<>', id)
    .executeTakeFirst();
  return row !== undefined;
}

/** Those of the owner, and what others share. */
export function listSavedViewPage(tx: Tx, org: Org, { owner, page }: { owner: string; page: PageRequest }) {
  const query = tx
    .selectFrom('savedViews')
    .select(SHOWN)
    .where('orgId', '=', org.orgId)
    .where((is) => is.or([is('owner', '=', owner), is('isShared', '=', true)]));
  return findPage(query, page);
}

export async function countSavedViews(tx: Tx, org: Org, owner: string): Promise<number> {
  const { count } = await tx
    .selectFrom('savedViews')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('orgId', '=', org.orgId)
    .where('owner', '=', owner)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function lockSavedView(tx: Tx, org: Org, id: string): Promise<SavedViewRow | null> {
  const row = await tx
    .selectFrom('savedViews')
    .select(SHOWN)
    .where('orgId', '=', org.orgId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return row ?? null;
}

export async function updateSavedViewRow(
  tx: Tx,
  org: Org,
  { id, set }: { id: string; set: Partial<Omit<SavedViewRow, 'id'>> },
): Promise<SavedViewRow> {
  return await tx
    .updateTable('savedViews')
    .set({ ...set, ...(set.query !== undefined && { queryText: textOf(set.query) }) })
    .where('orgId', '=', org.orgId)
    .where('id', '=', id)
    .returning(SHOWN)
    .executeTakeFirstOrThrow();
}

export async function deleteSavedViewRow(tx: Tx, org: Org, id: string): Promise<void> {
  await tx.deleteFrom('savedViews').where('orgId', '=', org.orgId).where('id', '=', id).execute();
}

/** Deletes the views whose name or filters mention an erased person. */
export async function eraseSavedViews(tx: Tx, org: Org, mentioned: Mentioned): Promise<void> {
  await sql`
    delete from saved_views
    where org_id = ${org.orgId}
      and (${mentions(sql`name`, mentioned)} or ${mentions(sql`query_text`, mentioned)})`.execute(tx);
}
