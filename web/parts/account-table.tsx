import type { ReactNode } from 'react';
import { listAccounts } from '../api/generated/accounts-and-aliases.ts';
import type { Account } from '../api/generated/types.ts';
import type { InputOf } from '../api/operation.ts';
import { useMessages } from '../messages/catalogs.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { accountColumns } from './account-columns.ts';
import { List } from './list-page.tsx';
import { recordPath, useRecordLink } from './use-record-link.ts';

interface AccountTableProps {
  input: InputOf<typeof listAccounts>;
  actions?: ReactNode;
}

/** The accounts of a customer, on its page. */
export function AccountTable({ input, actions }: AccountTableProps) {
  const t = useMessages('accounts');
  const link = useRecordLink(accountPath);
  return (
    <List
      name={t('title')}
      operation={listAccounts}
      input={input}
      columns={accountColumns}
      idOf={({ id }) => id}
      link={link}
      say={t as (key: string) => string}
      filters={actions}
      empty={<EmptyState text={t('empty')} />}
    />
  );
}

export function accountPath({ id }: Account): string {
  return recordPath('accounts', id);
}
