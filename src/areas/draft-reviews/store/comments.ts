import type { Selectable } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import { findPage } from '#platform/db/page.ts';
import type { ListSpec, PageRequest } from '#platform/http/list.ts';
import { NEWEST_FIRST } from '#platform/http/list-orders.ts';
import type { Org } from '#platform/http/operation.ts';
import type { InvoiceCommentsTable } from '../tables.ts';

export type CommentRow = Selectable<InvoiceCommentsTable>;

export const commentList: ListSpec = {
  maxPageSize: 100,
  defaultPageSize: 50,
  filters: {},
  searchable: {},
  ...NEWEST_FIRST,
};

export function insertComment(tx: Tx, org: Org, row: Omit<CommentRow, 'orgId'>): Promise<CommentRow> {
  return tx
    .insertInto('invoiceComments')
    .values({ ...row, orgId: org.orgId })
    .returningAll()
    .executeTakeFirstOrThrow();
}

export function listComments(
  tx: Tx,
  org: Org,
  { invoiceId, page }: { invoiceId: string; page: PageRequest },
) {
  const query = tx
    .selectFrom('invoiceComments')
    .selectAll()
    .where('orgId', '=', org.orgId)
    .where('invoiceId', '=', invoiceId);
  return findPage(query, page);
}
