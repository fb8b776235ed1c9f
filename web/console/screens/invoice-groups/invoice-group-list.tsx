import { getRouteApi, Link } from '@tanstack/react-router';
import { createInvoiceGroup, listInvoiceGroups } from '../../../api/generated/invoice-groups.ts';
import type { InvoiceGroup } from '../../../api/generated/types.ts';
import { formatCount } from '../../../format/money.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { Allowed } from '../../../parts/allowed.tsx';
import { ListPage } from '../../../parts/list-page.tsx';
import { useFilters } from '../../../parts/use-filters.ts';
import { recordPath, useRecordLink } from '../../../parts/use-record-link.ts';
import { buttonClasses } from '../../../ui/button.tsx';
import { type Column, identifier, text, time } from '../../../ui/data-table/columns.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { SearchField } from '../../../ui/filters.tsx';

const columns: readonly Column<InvoiceGroup>[] = [
  text('name', ({ name }) => name, { place: 'title' }),
  text('accounts', ({ accountsCount }) => formatCount(accountsCount), { isNumber: true, place: 'amount' }),
  text('currency', ({ invoiceCurrency }) => invoiceCurrency),
  text('email', ({ email }) => email),
  time('updatedAt', ({ updatedAt }) => updatedAt, { place: 'none' }),
  identifier('id', ({ id }) => id),
];

const route = getRouteApi('/invoice-groups');

export function InvoiceGroupList() {
  const t = useMessages('invoiceGroups');
  const [search, change] = useFilters(route);
  const link = useRecordLink(pathOf);
  return (
    <ListPage
      title={t('title')}
      actions={
        <Allowed operation={createInvoiceGroup}>
          <Link to="/invoice-groups/new" className={buttonClasses('primary')}>
            {t('new')}
          </Link>
        </Allowed>
      }
      operation={listInvoiceGroups}
      input={search}
      columns={columns}
      idOf={({ id }) => id}
      link={link}
      say={t}
      filters={<SearchField value={search._search ?? ''} onChange={(_search) => change({ _search })} />}
      empty={<EmptyState text={t('empty')} />}
    />
  );
}

function pathOf({ id }: InvoiceGroup): string {
  return recordPath('invoice-groups', id);
}
