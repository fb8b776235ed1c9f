import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { lazy } from 'react';
import { getAccount } from '../../../api/generated/accounts-and-aliases.ts';
import { snippet } from '../../../api/snippet.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { accountStatus } from '../../../parts/account-columns.ts';
import { accountQuery } from '../../../parts/account-query.ts';
import { DetailTabs } from '../../../parts/detail-tabs.tsx';
import { WhyNotLink } from '../../../parts/events/why-not-link.tsx';
import { MailsLink } from '../../../parts/mails-link.tsx';
import { SnippetButton } from '../../../parts/snippet-button.tsx';
import { StatementLink } from '../../../parts/statement-link.tsx';
import { WaitingNotices } from '../../../parts/waiting/waiting-notice.tsx';
import { Identifier } from '../../../ui/identifier.tsx';
import { Page } from '../../../ui/page.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { AccountActions } from './account-actions.tsx';
import { AccountOverview } from './account-overview.tsx';

const route = getRouteApi('/accounts/$accountId');

// A tab is loaded when it opens.
const AccountSettings = lazy(async () => ({
  default: (await import('./account-settings.tsx')).AccountSettings,
}));
const AliasTable = lazy(async () => ({ default: (await import('./alias-table.tsx')).AliasTable }));
const CreditTable = lazy(async () => ({ default: (await import('./credit-table.tsx')).CreditTable }));
const ScheduleTab = lazy(async () => ({ default: (await import('./schedule-tab.tsx')).ScheduleTab }));
const ActivityTable = lazy(async () => ({
  default: (await import('../../../parts/activity-table.tsx')).ActivityTable,
}));
const EntitlementsTab = lazy(async () => ({
  default: (await import('./entitlements-tab.tsx')).EntitlementsTab,
}));
const InvoicesTab = lazy(async () => ({ default: (await import('./invoices-tab.tsx')).InvoicesTab }));
const LicensesTab = lazy(async () => ({ default: (await import('./licenses-tab.tsx')).LicensesTab }));
const NoteList = lazy(async () => ({
  default: (await import('../../../parts/notes/note-list.tsx')).NoteList,
}));
const WalletTable = lazy(async () => ({ default: (await import('./wallet-table.tsx')).WalletTable }));

/** Records that go by the id of their account. */
const BY_ACCOUNT_ID = ['ACCOUNT', 'SCHEDULE_DRAFT', 'WALLET', 'UPCOMING_CHARGES'];

/** Everything about one account. */
export function AccountDetail() {
  const { accountId } = route.useParams();
  // What was typed for one account is never saved to another.
  return <Detail key={accountId} accountId={accountId} />;
}

function Detail({ accountId }: { accountId: string }) {
  const t = useMessages('accounts');
  const input = { account_id: accountId };
  const { data: account } = useSuspenseQuery(accountQuery(accountId));
  return (
    <Page
      above={<Link to="/accounts">{t('title')}</Link>}
      title={<bdi>{account.name}</bdi>}
      beside={
        <>
          <StatusBadge look={accountStatus.look(account.status)} say={t} />
          <Identifier value={account.id} isShort />
        </>
      }
      actions={
        <>
          <WhyNotLink search={{ account_id: accountId }} />
          <MailsLink of={input} />
          <StatementLink of={input} currency={account.invoiceCurrency} />
          <AccountActions account={account} />
          <SnippetButton code={snippet(getAccount, input)} />
        </>
      }
    >
      <WaitingNotices recordId={accountId} />
      <DetailTabs
        label={t('parts')}
        tabs={[
          { id: 'overview', title: t('overview'), content: () => <AccountOverview account={account} /> },
          { id: 'invoices', title: t('invoices'), content: () => <InvoicesTab account={account} /> },
          { id: 'schedule', title: t('schedule'), content: () => <ScheduleTab account={account} /> },
          { id: 'credits', title: t('credits'), content: () => <CreditTable accountId={accountId} /> },
          {
            id: 'wallet',
            title: t('wallet'),
            content: () => <WalletTable accountId={accountId} currency={account.invoiceCurrency} />,
          },
          { id: 'licenses', title: t('licenses'), content: () => <LicensesTab account={account} /> },
          {
            id: 'entitlements',
            title: t('entitlements'),
            content: () => <EntitlementsTab account={account} />,
          },
          { id: 'aliases', title: t('aliases'), content: () => <AliasTable account={account} /> },
          { id: 'notes', title: t('notes'), content: () => <NoteList owner={input} /> },
          {
            id: 'activity',
            title: t('activity'),
            content: () => <ActivityTable entityTypes={BY_ACCOUNT_ID} entityId={account.id} />,
          },
          { id: 'settings', title: t('settings'), content: () => <AccountSettings account={account} /> },
        ]}
      />
    </Page>
  );
}
