import { type SqlBool, sql } from 'kysely';
import type { ListSpec } from '#platform/http/list.ts';
import { NEWEST_FIRST } from '#platform/http/list-orders.ts';
import { INVOICE_CLASSES, INVOICE_STATUSES } from '../schema.ts';

/** The filter sets that the list has twice: for invoices with a status, and for a class. */
const WITH_DATE = [
  ['invoice_date'],
  ['invoice_date', 'customer_id'],
  ['invoice_date', 'customer_id', 'owner_id'],
];

const COMBINATIONS = [
  ['class'],
  ['class', 'owner_id'],
  ['status', 'class'],
  ['status', 'class', 'owner_id'],
  ...['status', 'class'].flatMap((name) => WITH_DATE.map((others) => [name, ...others])),
  ['owner_id', 'price_plan_id'],
  ['owner_id', 'price_plan_id', 'start_date'],
  ['owner_id', 'price_plan_id', 'start_date', 'end_date'],
];

/** An owner is an account or a group; an account filter combines like an owner filter. */
function orByAccount(set: readonly string[]): readonly string[][] {
  const byAccount = set.map((name) => (name === 'owner_id' ? 'account_id' : name));
  return set.includes('owner_id') ? [[...set], byAccount] : [[...set]];
}

export const invoiceList: ListSpec = {
  maxPageSize: 50,
  defaultPageSize: 50,
  filters: {
    status: {
      column: 'status',
      kind: 'enum',
      values: INVOICE_STATUSES,
      // The published filter and the published status have different spellings.
      aliases: { INITIATE_REFUND: 'REFUND_INITIATED' },
    },
    id: { column: 'id', kind: 'text', isExtension: true },
    finalization: {
      column: 'finalizing_status',
      kind: 'enum',
      values: ['WAITING', 'FAILED'],
      isExtension: true,
      // As the indexes of drafts have them.
      conditions: {
        WAITING: sql<SqlBool>`finalizing_status = 'FINALIZING'`,
        FAILED: sql<SqlBool>`(status = 'DRAFT' and info @> '[{"type": "FINALIZATION_FAILED"}]')`,
      },
    },
    class: { column: 'invoice_class', kind: 'enum', values: INVOICE_CLASSES },
    owner_id: { column: 'owner_id', kind: 'text' },
    account_id: { column: 'account_id', kind: 'text', isExtension: true },
    invoice_date: { column: 'invoice_date', kind: 'day' },
    customer_id: { column: 'customer_id', kind: 'text' },
    price_plan_id: { column: 'plan_id', kind: 'text' },
    start_date: { column: 'start_at', kind: 'day' },
    end_date: { column: 'end_at', kind: 'day' },
    start_time: { column: 'invoice_date', kind: 'epochMs', bound: 'from' },
    end_time: { column: 'invoice_date', kind: 'epochMs', bound: 'until' },
  },
  combinations: COMBINATIONS.flatMap(orByAccount),
  mixable: [
    'status',
    'owner_id',
    'account_id',
    'customer_id',
    'start_time',
    'end_time',
    'id',
    'finalization',
  ],
  searchable: {
    id: 'id',
    sequence_id: 'sequence_id',
    customer_id: 'customer_id',
    account_id: 'account_id',
    customer_name: 'customer_name',
    account_name: 'account_name',
  },
  ...NEWEST_FIRST,
};
