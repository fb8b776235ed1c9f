import { useSuspenseInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { createPayment } from '../../../api/generated/payments.ts';
import { listOpenInvoices, listReceivables } from '../../../api/generated/receivables.ts';
import type { OpenInvoice } from '../../../api/generated/types.ts';
import { pages } from '../../../api/queries.ts';
import { snippet } from '../../../api/snippet.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { Allowed } from '../../../parts/allowed.tsx';
import { List } from '../../../parts/list-page.tsx';
import { RecordLink } from '../../../parts/record-link.tsx';
import { SnippetButton } from '../../../parts/snippet-button.tsx';
import { StatementLink } from '../../../parts/statement-link.tsx';
import { useFilters } from '../../../parts/use-filters.ts';
import { recordPath, useRecordLink } from '../../../parts/use-record-link.ts';
import { buttonClasses } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Page, Section } from '../../../ui/page.tsx';
import { ageingColumns, openInvoiceColumns } from './receivable-view.ts';

const route = getRouteApi('/receivables/$debtorType/$debtorId');

/** What one customer or group owes: by age, and invoice by invoice. */
export function ReceivableDetail() {
  const t = useMessages('receivables');
  const { debtorType, debtorId } = route.useParams();
  const [search, change] = useFilters(route);
  const input = receivablesOf({ debtorType, debtorId });
  const { data } = useSuspenseInfiniteQuery(pages(listReceivables, input));
  const link = useRecordLink(invoicePath);
  const owner = debtorType === 'group' ? { invoice_group_id: debtorId } : { customer_id: debtorId };
  const name = data.pages[0]?.data[0]?.debtorName ?? debtorId;
  const currencies = [...new Set(data.pages[0]?.data.map(({ currency }) => currency))];
  return (
    <Page
      above={<Link to="/receivables">{t('title')}</Link>}
      title={<bdi>{name}</bdi>}
      beside={<RecordLink area={debtorType === 'group' ? 'invoice-groups' : 'customers'} id={debtorId} />}
      actions={
        <>
          <Allowed operation={createPayment}>
            <Link to="/payments/new" search={{ line: name }} className={buttonClasses('primary')}>
              {t('recordPayment')}
            </Link>
          </Allowed>
          {currencies.map((currency) => (
            <StatementLink key={currency} of={owner} currency={currency} />
          ))}
          <SnippetButton code={snippet(listReceivables, input)} />
        </>
      }
    >
      <List
        name={t('byAge')}
        operation={listReceivables}
        input={input}
        columns={ageingColumns}
        idOf={({ id }) => id}
        say={t as (key: string) => string}
        empty={<EmptyState text={t('nothingOwed')} />}
      />
      <Section title={t('openInvoices')}>
        <List
          name={t('openInvoices')}
          operation={listOpenInvoices}
          input={{ ...owner, ...search }}
          columns={openInvoiceColumns}
          idOf={({ id }) => id}
          link={link}
          say={t as (key: string) => string}
          sort={{ by: search._sort ?? 'due_date:ASC', onSort: (_sort) => change({ _sort }) }}
          empty={<EmptyState text={t('noOpenInvoices')} />}
        />
      </Section>
    </Page>
  );
}

/** The request of the page, which its route sends ahead. */
export function receivablesOf({ debtorType, debtorId }: { debtorType: string; debtorId: string }) {
  const debtor_type = debtorType === 'group' ? 'INVOICE_GROUP' : 'CUSTOMER';
  return { debtor_type, debtor_id: debtorId };
}

function invoicePath({ id }: OpenInvoice): string {
  return recordPath('invoices', id);
}
