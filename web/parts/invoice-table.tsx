import { listInvoices } from '../api/generated/invoices.ts';
import type { InvoiceSummary } from '../api/generated/types.ts';
import type { InputOf } from '../api/operation.ts';
import { useMessages } from '../messages/catalogs.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { invoiceColumns } from './invoice-columns.tsx';
import { List } from './list-page.tsx';
import { recordPath, useRecordLink } from './use-record-link.ts';

/** The invoices of a customer or an account, on its page. */
export function InvoiceTable({ input }: { input: InputOf<typeof listInvoices> }) {
  const t = useMessages('invoices');
  const link = useRecordLink(pathOf);
  return (
    <List
      name={t('title')}
      operation={listInvoices}
      input={input}
      columns={invoiceColumns}
      idOf={({ id }) => id}
      link={link}
      say={t}
      empty={<EmptyState text={t('empty')} />}
    />
  );
}

function pathOf({ id }: InvoiceSummary): string {
  return recordPath('invoices', id);
}
