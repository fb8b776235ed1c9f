import { getRouteApi } from '@tanstack/react-router';
import { listInvoices } from '../../../api/generated/invoices.ts';
import type { InvoiceSummary } from '../../../api/generated/types.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { invoiceColumns } from '../../../parts/invoice-columns.tsx';
import { invoiceStatus, isStored } from '../../../parts/invoice-summary.ts';
import { ListPage } from '../../../parts/list-page.tsx';
import { useFilters } from '../../../parts/use-filters.ts';
import { recordPath, useRecordLink } from '../../../parts/use-record-link.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ChoiceFilter, SearchField } from '../../../ui/filters.tsx';

const route = getRouteApi('/invoices');

export function InvoiceList() {
  const t = useMessages('invoices');
  const [search, change] = useFilters(route);
  const link = useRecordLink(pathOf);
  return (
    <ListPage
      title={t('title')}
      operation={listInvoices}
      input={search}
      columns={invoiceColumns}
      idOf={({ id }) => id}
      link={link}
      say={t}
      filters={
        <>
          <SearchField value={search._search ?? ''} onChange={(_search) => change({ _search })} />
          <ChoiceFilter
            label={t('status')}
            value={search.status ?? ''}
            onChange={(status) => change({ status })}
            options={invoiceStatus.options(t).filter(({ value }) => isStored(value))}
          />
        </>
      }
      empty={<EmptyState text={t('empty')} />}
    />
  );
}

function pathOf({ id }: InvoiceSummary): string {
  return recordPath('invoices', id);
}
