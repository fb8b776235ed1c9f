import type { Account } from '../api/generated/types.ts';
import type accounts from '../messages/en/accounts.json';
import type { BadgeShape, Tone } from '../ui/badge.tsx';
import { type Column, identifier, status, text } from '../ui/data-table/columns.tsx';

interface Look {
  tone: Tone;
  shape?: BadgeShape;
  word: keyof typeof accounts;
}

const LOOKS: Record<Account['status'], Look> = {
  ACTIVE: { tone: 'good', word: 'status.ACTIVE' },
  DRAFT: { tone: 'neutral', shape: 'dashed', word: 'status.DRAFT' },
  ARCHIVED: { tone: 'neutral', shape: 'struck', word: 'status.ARCHIVED' },
};

export function accountLook({ status }: Pick<Account, 'status'>): Look {
  return LOOKS[status];
}

export const ACCOUNT_STATUSES = Object.keys(LOOKS) as Account['status'][];

export const accountColumns: readonly Column<Account>[] = [
  text('name', ({ name }) => name, { place: 'title', sort: 'name' }),
  status('status', accountLook),
  text('customer', ({ customerId }) => customerId),
  text('currency', ({ invoiceCurrency }) => invoiceCurrency),
  text('group', ({ invoiceGroupDetails }) => invoiceGroupDetails?.name, { place: 'none' }),
  text('tags', ({ tags }) => tags?.join(', '), { isExtra: true }),
  identifier('id', ({ id }) => id),
];
