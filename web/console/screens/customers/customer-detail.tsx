import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { createAccount } from '../../../api/generated/accounts-and-aliases.ts';
import { getCustomer } from '../../../api/generated/customers-and-contacts.ts';
import { snippet } from '../../../api/snippet.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { AccountTable } from '../../../parts/account-table.tsx';
import { Allowed } from '../../../parts/allowed.tsx';
import { customerQuery } from '../../../parts/customer-query.ts';
import { DetailTabs } from '../../../parts/detail-tabs.tsx';
import { WhyNotLink } from '../../../parts/events/why-not-link.tsx';
import { InvoiceTable } from '../../../parts/invoice-table.tsx';
import { MailsLink } from '../../../parts/mails-link.tsx';
import { NewAccount } from '../../../parts/new-account.tsx';
import { SnippetButton } from '../../../parts/snippet-button.tsx';
import { WaitingNotices } from '../../../parts/waiting/waiting-notice.tsx';
import { Identifier } from '../../../ui/identifier.tsx';
import { Page } from '../../../ui/page.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { CustomerActions } from './customer-actions.tsx';
import { CustomerFacts } from './customer-facts.tsx';
import { customerStatus } from './customer-view.ts';

// A tab is loaded when it opens, and few customers are archived.
const ActivityTable = lazy(async () => ({
  default: (await import('../../../parts/activity-table.tsx')).ActivityTable,
}));
const CustomerDetails = lazy(async () => ({
  default: (await import('./customer-details.tsx')).CustomerDetails,
}));
const ContactTable = lazy(async () => ({ default: (await import('./contact-table.tsx')).ContactTable }));
const EraseCustomer = lazy(async () => ({ default: (await import('./erase-customer.tsx')).EraseCustomer }));
const NoteList = lazy(async () => ({
  default: (await import('../../../parts/notes/note-list.tsx')).NoteList,
}));
const route = getRouteApi('/customers/$customerId');

export function CustomerDetail() {
  const { customerId } = route.useParams();
  // What was typed for one customer is never saved to another.
  return <Detail key={customerId} customerId={customerId} />;
}

function Detail({ customerId }: { customerId: string }) {
  const t = useMessages('customers');
  const input = { customer_id: customerId };
  const { data: customer } = useSuspenseQuery(customerQuery(customerId));
  return (
    <Page
      above={<Link to="/customers">{t('title')}</Link>}
      title={<bdi>{customer.name}</bdi>}
      beside={
        <>
          <StatusBadge look={customerStatus.look(customer.status)} say={t} />
          <Identifier value={customer.id} isShort />
        </>
      }
      actions={
        <>
          <CustomerActions customer={customer} />
          {customer.status === 'ARCHIVED' && (
            <Suspense>
              <EraseCustomer customer={customer} />
            </Suspense>
          )}
          <WhyNotLink search={{ customer_id: customerId }} />
          <MailsLink of={input} />
          <SnippetButton code={snippet(getCustomer, input)} />
        </>
      }
    >
      <WaitingNotices recordId={customerId} />
      <CustomerFacts customer={customer} />
      <DetailTabs
        label={t('parts')}
        tabs={[
          {
            id: 'accounts',
            title: t('accounts'),
            content: () => (
              <AccountTable
                input={input}
                actions={
                  customer.status === 'ACTIVE' && (
                    <Allowed operation={createAccount}>
                      <NewAccount customerId={customer.id} />
                    </Allowed>
                  )
                }
              />
            ),
          },
          { id: 'invoices', title: t('invoices'), content: () => <InvoiceTable input={input} /> },
          { id: 'contacts', title: t('contacts'), content: () => <ContactTable customer={customer} /> },
          { id: 'notes', title: t('notes'), content: () => <NoteList owner={input} /> },
          {
            id: 'activity',
            title: t('activity'),
            content: () => <ActivityTable entityTypes={['CUSTOMER']} entityId={customer.id} />,
          },
          { id: 'details', title: t('details'), content: () => <CustomerDetails customer={customer} /> },
        ]}
      />
    </Page>
  );
}
