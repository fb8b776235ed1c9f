import { listInvoices } from '../../../api/generated/invoices.ts';
import type { InvoiceSummary } from '../../../api/generated/types.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { DetailTabs } from '../../../parts/detail-tabs.tsx';
import { currencyOf, customerNameOf } from '../../../parts/invoice-summary.ts';
import { List } from '../../../parts/list-page.tsx';
import { recordPath, useRecordLink } from '../../../parts/use-record-link.ts';
import { type Column, identifier, moment, money, text, time } from '../../../ui/data-table/columns.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';

const columns: readonly Column<InvoiceSummary>[] = [
  text('customer', customerNameOf, { place: 'title' }),
  text('plan', ({ invoiceDetails }) => invoiceDetails?.pricePlanName),
  time('invoiceDate', ({ invoiceDate }) => invoiceDate),
  money('total', (invoice) => ({ amount: invoice.totalAmount, currency: currencyOf(invoice) })),
  moment('since', ({ updatedAt }) => updatedAt, { place: 'none' }),
  identifier('id', ({ id }) => id, { isExtra: true }),
];

/** Invoices of which a hook decides, and those that a hook has stopped; a row leads to the reason. */
export function WaitingDrafts() {
  const t = useMessages('finalizationHooks');
  return (
    <DetailTabs
      label={t('waitingParts')}
      tabs={[
        { id: 'stopped', title: t('stopped'), content: () => <Drafts state="FAILED" /> },
        { id: 'asked', title: t('asked'), content: () => <Drafts state="WAITING" /> },
      ]}
    />
  );
}

function Drafts({ state }: { state: 'FAILED' | 'WAITING' }) {
  const t = useMessages('finalizationHooks');
  const link = useRecordLink(pathOf);
  return (
    <List
      name={t(state === 'FAILED' ? 'stopped' : 'asked')}
      operation={listInvoices}
      input={{ finalization: state, pageSize: 50 }}
      columns={columns}
      idOf={({ id }) => id}
      link={link}
      say={t as (key: string) => string}
      empty={<EmptyState text={t(state === 'FAILED' ? 'noneStopped' : 'noneAsked')} />}
    />
  );
}

function pathOf({ id }: InvoiceSummary): string {
  return recordPath('invoices', id);
}
