import { type Insertable, type Selectable, sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import { findPage } from '#platform/db/page.ts';
import type { ListSpec, PageRequest } from '#platform/http/list.ts';
import type { Org } from '#platform/http/operation.ts';
import { ERASURE_STATUSES } from '../schema.ts';
import type { ErasuresTable } from '../tables.ts';

export type ErasureRow = Selectable<ErasuresTable>;

export const erasureList: ListSpec = {
  maxPageSize: 100,
  defaultPageSize: 20,
  filters: {
    customer_id: { column: 'customer_id', kind: 'text' },
    status: { column: 'status', kind: 'enum', values: [...ERASURE_STATUSES] },
  },
  searchable: {},
  sortable: {
    created_at: { column: 'created_at', kind: 'instant' },
    id: { column: 'id', kind: 'text' },
  },
  defaultSort: [
    ['created_at', 'DESC'],
    ['id', 'ASC'],
  ],
  tieBreaker: 'id',
};

export function listErasureRows(tx: Tx, org: Org, page: PageRequest) {
  return findPage(tx.selectFrom('erasures').selectAll().where('orgId', '=', org.orgId), page);
}

export async function findErasure(tx: Tx, org: Org, id: string): Promise<ErasureRow | null> {
  const query = tx.selectFrom('erasures').selectAll().where('orgId', '=', org.orgId).where('id', '=', id);
  return (await query.executeTakeFirst()) ?? null;
}

export async function insertErasure(tx: Tx, row: Insertable<ErasuresTable>): Promise<void> {
  await tx.insertInto('erasures').values(row).execute();
}

/** Null once the search is complete. */
export async function findOpenErasure(tx: Tx, org: Org, id: string): Promise<OpenErasure | null> {
  const row = await findErasure(tx, org, id);
  return row?.texts ? { ...row, texts: row.texts } : null;
}

export interface OpenErasure {
  id: string;
  ids: string[];
  texts: string[];
  captured: string[];
}

/** Deletes the searched texts. */
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

export async function countDeletedFiles(
  tx: Tx,
  org: Org,
  { id, deleted }: { id: string; deleted: number },
): Promise<void> {
  await sql`
    update erasures set deleted_files = deleted_files + ${deleted}
    where org_id = ${org.orgId} and id = ${id}`.execute(tx);
}
