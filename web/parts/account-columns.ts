import type { Account } from '../api/generated/types.ts';
import { type Column, identifier, status, text } from '../ui/data-table/columns.tsx';
import { looksOf } from '../ui/look.ts';
import { nameOf } from './record-names/name-column.ts';

export const accountStatus = looksOf<Account['status']>({
  ACTIVE: { tone: 'good' },
  DRAFT: { tone: 'neutral', shape: 'dashed' },
  ARCHIVED: { tone: 'neutral', shape: 'struck' },
});

export const accountColumns: readonly Column<Account>[] = [
  text('name', ({ name }) => name, { place: 'title' }),
  status('status', ({ status: state }) => accountStatus.look(state)),
  nameOf('customer', { kind: 'customers', read: ({ customerId }) => customerId }),
  text('currency', ({ invoiceCurrency }) => invoiceCurrency),
  text('group', ({ invoiceGroupDetails }) => invoiceGroupDetails?.name, { place: 'none' }),
  text('tags', ({ tags }) => tags?.join(', '), { isExtra: true }),
  identifier('id', ({ id }) => id, { sort: 'account_id' }),
];
