import { useSuspenseInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { getInvoiceGroup, updateInvoiceGroup } from '../../../api/generated/invoice-groups.ts';
import { listReceivables } from '../../../api/generated/receivables.ts';
import type { InvoiceGroupAccounts } from '../../../api/generated/types.ts';
import { pages } from '../../../api/queries.ts';
import { snippet } from '../../../api/snippet.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { Address } from '../../../parts/address.tsx';
import { Allowed } from '../../../parts/allowed.tsx';
import { DetailTabs } from '../../../parts/detail-tabs.tsx';
import { InvoiceTable } from '../../../parts/invoice-table.tsx';
import { SnippetButton } from '../../../parts/snippet-button.tsx';
import { taxIdText } from '../../../parts/tax-id.ts';
import { buttonClasses } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Identifier } from '../../../ui/identifier.tsx';
import { Instant } from '../../../ui/instant.tsx';
import { Facts, Page } from '../../../ui/page.tsx';
import { GroupBalance } from './group-balance.tsx';
import { GroupMembers } from './group-members.tsx';

const route = getRouteApi('/invoice-groups/$groupId');

/** A group: its terms, its accounts, and the invoices that it merged. */
export function InvoiceGroupDetail() {
  const t = useMessages('invoiceGroups');
  const { groupId } = route.useParams();
  const input = { invoice_group_id: groupId };
  const query = useSuspenseInfiniteQuery(pages(getInvoiceGroup, input));
  const [group] = query.data.pages;
  if (!group) return <EmptyState text={t('empty')} />;
  const accountIds = query.data.pages.map(({ accounts }) => accounts);
  const more = { hasMore: query.hasNextPage, onMore: () => void query.fetchNextPage() };
  return (
    <Page
      above={<Link to="/invoice-groups">{t('title')}</Link>}
      title={<bdi>{group.name}</bdi>}
      beside={<Identifier value={group.id} isShort />}
      actions={
        <>
          <Allowed operation={updateInvoiceGroup}>
            <Link to="/invoice-groups/$groupId/edit" params={{ groupId }} className={buttonClasses()}>
              {t('edit')}
            </Link>
          </Allowed>
          <SnippetButton code={snippet(getInvoiceGroup, input)} />
        </>
      }
    >
      <Allowed operation={listReceivables}>
        <GroupBalance group={group} />
      </Allowed>
      <GroupFacts group={group} />
      <DetailTabs
        label={t('parts')}
        tabs={[
          {
            id: 'accounts',
            title: t('accounts'),
            content: () => <GroupMembers groupId={groupId} accountIds={accountIds} more={more} />,
          },
          {
            id: 'invoices',
            title: t('invoices'),
            content: () => <InvoiceTable input={{ owner_id: groupId }} />,
          },
        ]}
      />
    </Page>
  );
}

function GroupFacts({ group }: { group: InvoiceGroupAccounts }) {
  const t = useMessages('invoiceGroups');
  const { netTermDays } = group;
  return (
    <Facts
      facts={[
        { label: t('email'), value: <bdi>{group.email}</bdi> },
        { label: t('currency'), value: group.invoiceCurrency },
        {
          label: t('netTerms'),
          value: netTermDays === undefined ? t('asOrganization') : t.count('days', netTermDays),
        },
        { label: t('grace'), value: t.count('days', group.gracePeriod) },
        {
          label: t('consolidation'),
          value: t(group.dailyInvoiceConsolidation ? 'consolidation.DAILY' : 'consolidation.CYCLES'),
        },
        { label: t('address'), value: <Address address={group.billingAddress} /> },
        { label: t('taxIds'), value: <bdi>{group.taxIds?.map(taxIdText).join(', ') || '—'}</bdi> },
        { label: t('createdAt'), value: <Instant at={group.createdAt} /> },
      ]}
    />
  );
}
