import { getRouteApi } from '@tanstack/react-router';
import { createCustomer } from '../../../api/generated/accounts-and-aliases.ts';
import { listCustomers } from '../../../api/generated/customers-and-contacts.ts';
import type { Customer } from '../../../api/generated/types.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { Allowed } from '../../../parts/allowed.tsx';
import { ListPage } from '../../../parts/list-page.tsx';
import { useFilters } from '../../../parts/use-filters.ts';
import { recordPath, useRecordLink } from '../../../parts/use-record-link.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ChoiceFilter, SearchField } from '../../../ui/filters.tsx';
import { customerColumns } from './customer-columns.ts';
import { customerStatus } from './customer-view.ts';
import { NewCustomer } from './new-customer.tsx';

const route = getRouteApi('/customers');

export function CustomerList() {
  const t = useMessages('customers');
  const [search, change] = useFilters(route);
  const link = useRecordLink(pathOf);
  return (
    <ListPage
      title={t('title')}
      actions={
        <Allowed operation={createCustomer}>
          <NewCustomer />
        </Allowed>
      }
      operation={listCustomers}
      input={search}
      columns={customerColumns}
      idOf={({ id }) => id}
      link={link}
      say={t as (key: string) => string}
      sort={{ by: search._sort ?? 'updated_at:DESC', onSort: (_sort) => change({ _sort }) }}
      filters={
        <>
          <SearchField value={search._search ?? ''} onChange={(_search) => change({ _search })} />
          <ChoiceFilter
            label={t('status')}
            value={search.status ?? ''}
            onChange={(status) => change({ status })}
            options={customerStatus.options(t)}
          />
        </>
      }
      empty={<EmptyState text={t('empty')} />}
    />
  );
}

function pathOf({ id }: Customer): string {
  return recordPath('customers', id);
}
