import { getRouteApi } from '@tanstack/react-router';
import { createAccount, listAccounts } from '../../../api/generated/accounts-and-aliases.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { accountColumns, accountStatus } from '../../../parts/account-columns.ts';
import { accountPath } from '../../../parts/account-table.tsx';
import { Allowed } from '../../../parts/allowed.tsx';
import { ListPage } from '../../../parts/list-page.tsx';
import { NewAccount } from '../../../parts/new-account.tsx';
import { useFilters } from '../../../parts/use-filters.ts';
import { useRecordLink } from '../../../parts/use-record-link.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ChoiceFilter, SearchField } from '../../../ui/filters.tsx';

const route = getRouteApi('/accounts');

export function AccountList() {
  const t = useMessages('accounts');
  const [search, change] = useFilters(route);
  const link = useRecordLink(accountPath);
  return (
    <ListPage
      title={t('title')}
      actions={
        <Allowed operation={createAccount}>
          <NewAccount />
        </Allowed>
      }
      operation={listAccounts}
      input={search}
      columns={accountColumns}
      idOf={({ id }) => id}
      link={link}
      say={t as (key: string) => string}
      sort={{ by: search._sort ?? '', onSort: (_sort) => change({ _sort }) }}
      filters={
        <>
          <SearchField value={search._search ?? ''} onChange={(_search) => change({ _search })} />
          <ChoiceFilter
            label={t('status')}
            value={search.status ?? ''}
            onChange={(status) => change({ status })}
            options={accountStatus.options(t)}
          />
        </>
      }
      empty={<EmptyState text={t('empty')} />}
    />
  );
}
