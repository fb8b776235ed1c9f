import { selectPayments } from '#areas/invoices/index.ts';
import type { Tx } from '#platform/db/database.ts';
import { findPage } from '#platform/db/page.ts';
import type { ListSpec, PageRequest } from '#platform/http/list.ts';
import { NEWEST_FIRST } from '#platform/http/list-orders.ts';
import type { Org } from '#platform/http/operation.ts';

export const paymentList: ListSpec = {
  maxPageSize: 50,
  defaultPageSize: 50,
  filters: {
    id: { column: 'id', kind: 'text' },
    account_id: { column: 'account_id', kind: 'text' },
    created_at: { column: 'created_at', kind: 'day' },
    bank_line_id: { column: 'bank_line_id', kind: 'text' },
  },
  combinations: [['id'], ['account_id'], ['account_id', 'created_at'], ['bank_line_id']],
  searchable: {},
  ...NEWEST_FIRST,
};

export function listPayments(tx: Tx, org: Org, { page, timeZone }: { page: PageRequest; timeZone: string }) {
  return findPage({ tx, parameters: [org.orgId], build: () => selectPayments(tx, org) }, page, { timeZone });
}
