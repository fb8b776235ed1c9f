import { type Selectable, sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import { json } from '#platform/db/json.ts';
import { findPage } from '#platform/db/page.ts';
import type { ListSpec, PageRequest } from '#platform/http/list.ts';
import { NEWEST_FIRST } from '#platform/http/list-orders.ts';
import type { Org } from '#platform/http/operation.ts';
import { TEMPLATE_STATUSES, type TemplateContent } from './schema.ts';
import type { InvoiceTemplatesTable } from './tables.ts';

export const templateList: ListSpec = {
  maxPageSize: 100,
  defaultPageSize: 20,
  filters: { status: { column: 'status', kind: 'enum', values: TEMPLATE_STATUSES } },
  searchable: { name: 'name' },
  ...NEWEST_FIRST,
};

type Row = Selectable<InvoiceTemplatesTable>;
/** A template with the content of its newest version. */
export type TemplateRow = Row & { content: TemplateContent };

export async function insertTemplate(
  tx: Tx,
  org: Org,
  row: Omit<TemplateRow, 'orgId' | 'rowVersion' | 'version' | 'status'>,
): Promise<TemplateRow> {
  const { content, ...plain } = row;
  const inserted = await tx
    .insertInto('invoiceTemplates')
    .values({ ...plain, orgId: org.orgId, status: 'ACTIVE', version: 1 })
    .returningAll()
    .executeTakeFirstOrThrow();
  await insertVersion(tx, org, { id: row.id, version: 1, content, now: row.createdAt });
  return { ...inserted, content };
}

export async function insertVersion(
  tx: Tx,
  { orgId }: Org,
  added: { id: string; version: number; content: TemplateContent; now: Temporal.Instant },
): Promise<void> {
  const { id: templateId, version, content, now: createdAt } = added;
  await tx
    .insertInto('invoiceTemplateVersions')
    .values({ orgId, templateId, version, content: json(content), createdAt })
    .execute();
}

export async function findTemplate(tx: Tx, org: Org, id: string): Promise<TemplateRow | null> {
  return (await templates(tx, org).where('id', '=', id).executeTakeFirst()) ?? null;
}

/** Returns the content of a version; null if there is none. */
export async function findVersion(
  tx: Tx,
  org: Org,
  { id, version }: { id: string; version: number },
): Promise<TemplateContent | null> {
  const row = await tx
    .selectFrom('invoiceTemplateVersions')
    .select('content')
    .where('orgId', '=', org.orgId)
    .where('templateId', '=', id)
    .where('version', '=', version)
    .executeTakeFirst();
  return row?.content ?? null;
}

/** Reads and locks, which serializes edits and settings that name it. */
export async function lockTemplate(tx: Tx, org: Org, id: string): Promise<Row | null> {
  const query = tx.selectFrom('invoiceTemplates').selectAll().where('orgId', '=', org.orgId);
  return (await query.where('id', '=', id).forUpdate().executeTakeFirst()) ?? null;
}

export async function updateTemplate(
  tx: Tx,
  org: Org,
  { id, set }: { id: string; set: Partial<Pick<Row, 'name' | 'status' | 'version' | 'updatedAt'>> },
): Promise<void> {
  await tx
    .updateTable('invoiceTemplates')
    .set(set)
    .set((eb) => ({ rowVersion: eb('rowVersion', '+', 1) }))
    .where('orgId', '=', org.orgId)
    .where('id', '=', id)
    .execute();
}

export function listTemplates(tx: Tx, org: Org, page: PageRequest) {
  return findPage({ tx, parameters: [org.orgId], build: () => templates(tx, org) }, page);
}

/** Lists those that are not archived, by name, optionally of one name; names need not be unique. */
export function listActiveTemplates(
  tx: Tx,
  org: Org,
  { name, limit }: { name?: string; limit: number },
): Promise<TemplateRow[]> {
  return templates(tx, org)
    .where('status', '=', 'ACTIVE')
    .$if(name !== undefined, (query) => query.where('name', '=', name ?? ''))
    .orderBy(sql`name collate "C"`)
    .orderBy('id')
    .limit(limit)
    .execute();
}

function templates(tx: Tx, org: Org) {
  return tx
    .selectFrom('invoiceTemplates')
    .selectAll()
    .select((eb) =>
      eb
        .selectFrom('invoiceTemplateVersions as v')
        .select('v.content')
        .whereRef('v.orgId', '=', 'invoiceTemplates.orgId')
        .whereRef('v.templateId', '=', 'invoiceTemplates.id')
        .whereRef('v.version', '=', 'invoiceTemplates.version')
        .$asScalar()
        .$notNull()
        .as('content'),
    )
    .where('orgId', '=', org.orgId);
}
