import { getRouteApi } from '@tanstack/react-router';
import { listInvoices } from '../../../api/generated/invoices.ts';
import type { InvoiceSummary } from '../../../api/generated/types.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { ListPage } from '../../../parts/list-page.tsx';
import { place } from '../../../session/environment.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ChoiceFilter, SearchField } from '../../../ui/filters.tsx';
import { invoiceColumns } from './invoice-columns.ts';
import { INVOICE_STATUSES } from './invoice-view.ts';

const route = getRouteApi('/invoices');

export function InvoiceList() {
  const t = useMessages('invoices');
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const change = (next: typeof search) => void navigate({ search: { ...search, ...next }, replace: true });
  const open = ({ id }: InvoiceSummary) =>
    void navigate({ to: '/invoices/$invoiceId', params: { invoiceId: id } });
  return (
    <ListPage
      title={t('title')}
      operation={listInvoices}
      input={search}
      columns={invoiceColumns}
      idOf={({ id }) => id}
      link={{ urlOf: ({ id }) => `${place.console}/invoices/${encodeURIComponent(id)}`, open }}
      say={(key) => t(key as 'title')}
      sort={{ by: search._sort ?? 'invoice_date:DESC', onSort: (_sort) => change({ _sort }) }}
      filters={
        <>
          <SearchField value={search._search ?? ''} onChange={(_search) => change({ _search })} />
          <ChoiceFilter
            label={t('status')}
            value={search.status ?? ''}
            onChange={(status) => change({ status })}
            options={INVOICE_STATUSES.map((value) => ({ value, text: t(`status.${value}`) }))}
          />
        </>
      }
      empty={<EmptyState text={t('empty')} />}
    />
  );
}
