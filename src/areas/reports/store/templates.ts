import type { Selectable } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import { json } from '#platform/db/json.ts';
import { findPage } from '#platform/db/page.ts';
import type { ListSpec, PageRequest } from '#platform/http/list.ts';
import { NEWEST_FIRST } from '#platform/http/list-orders.ts';
import type { Org } from '#platform/http/operation.ts';
import type { ReportTemplatesTable } from '../tables.ts';

export const templateList: ListSpec = {
  maxPageSize: 100,
  defaultPageSize: 20,
  filters: { status: { column: 'status', kind: 'enum', values: ['ACTIVE', 'ARCHIVED'] } },
  searchable: {},
  ...NEWEST_FIRST,
};

export type TemplateRow = Selectable<ReportTemplatesTable>;

export function insertTemplate(
  tx: Tx,
  org: Org,
  row: Omit<TemplateRow, 'orgId' | 'rowVersion'>,
): Promise<TemplateRow> {
  return tx
    .insertInto('reportTemplates')
    .values({ ...row, orgId: org.orgId, queryInput: json(row.queryInput) })
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function findTemplate(tx: Tx, org: Org, id: string): Promise<TemplateRow | null> {
  return (await templates(tx, org).where('id', '=', id).executeTakeFirst()) ?? null;
}

/** Reads and locks one template, which serializes changes and runs of its schedule. */
export async function lockTemplate(tx: Tx, org: Org, id: string): Promise<TemplateRow | null> {
  return (await templates(tx, org).where('id', '=', id).forUpdate().executeTakeFirst()) ?? null;
}

export function listTemplates(tx: Tx, org: Org, page: PageRequest) {
  return findPage({ tx, parameters: [org.orgId], build: () => templates(tx, org) }, page);
}

export function updateTemplate(
  tx: Tx,
  org: Org,
  { id, set }: { id: string; set: Partial<Omit<TemplateRow, 'orgId' | 'id'>> },
): Promise<TemplateRow> {
  const { queryInput, ...plain } = set;
  return tx
    .updateTable('reportTemplates')
    .set({ ...plain, ...(queryInput && { queryInput: json(queryInput) }) })
    .set((eb) => ({ rowVersion: eb('rowVersion', '+', 1) }))
    .where('orgId', '=', org.orgId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

function templates(tx: Tx, org: Org) {
  return tx.selectFrom('reportTemplates').selectAll().where('orgId', '=', org.orgId);
}
