import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { lazy } from 'react';
import { getAccount } from '../../../api/generated/accounts-and-aliases.ts';
import { listSettings } from '../../../api/generated/settings.ts';
import { getWallet, topupWallet, updateWallet } from '../../../api/generated/wallets.ts';
import { one } from '../../../api/queries.ts';
import { snippet } from '../../../api/snippet.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { Allowed } from '../../../parts/allowed.tsx';
import { WalletEntries } from '../../../parts/balances/wallet-entries.tsx';
import { DetailTabs } from '../../../parts/detail-tabs.tsx';
import { SnippetButton } from '../../../parts/snippet-button.tsx';
import { isAllowed, useSession } from '../../../session/session.tsx';
import { Identifier } from '../../../ui/identifier.tsx';
import { Page } from '../../../ui/page.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { MoveMoney } from './move-money.tsx';
import { SwitchWallet } from './switch-wallet.tsx';
import { WalletFigures } from './wallet-figures.tsx';
import { walletStatus } from './wallet-view.ts';

const route = getRouteApi('/wallets/$accountId');
const WalletSettings = lazy(async () => ({
  default: (await import('./wallet-settings.tsx')).WalletSettings,
}));
const WalletSources = lazy(async () => ({ default: (await import('./wallet-sources.tsx')).WalletSources }));
const WalletUses = lazy(async () => ({ default: (await import('./wallet-uses.tsx')).WalletUses }));

/** The wallet of an account: what came in, what it paid, and what can be done with the rest. */
export function WalletDetail() {
  const t = useMessages('wallets');
  const session = useSession();
  const { accountId } = route.useParams();
  const input = { account_id: accountId };
  const { data: wallet } = useSuspenseQuery(one(getWallet, input));
  const { data: account } = useSuspenseQuery(one(getAccount, input));
  const currency = wallet.creditUnit;
  return (
    <Page
      above={<Link to="/wallets">{t('title')}</Link>}
      title={<bdi>{account.name}</bdi>}
      beside={
        <>
          <StatusBadge look={walletStatus.look(wallet.status)} say={t} />
          <Identifier value={wallet.id} isShort />
        </>
      }
      actions={
        <>
          {wallet.status === 'ACTIVE' && (
            <Allowed operation={topupWallet}>
              <MoveMoney action="TOP_UP" wallet={wallet} kind="primary" />
              <MoveMoney action="ALLOCATE" wallet={wallet} />
              <MoveMoney action="CONVERT" wallet={wallet} />
            </Allowed>
          )}
          <Allowed operation={updateWallet}>
            <SwitchWallet wallet={wallet} />
          </Allowed>
          <SnippetButton code={snippet(getWallet, input)} />
        </>
      }
    >
      <WalletFigures wallet={wallet} />
      <DetailTabs
        label={t('parts')}
        tabs={[
          {
            ...{ id: 'entries', title: t('entries') },
            content: () => <WalletEntries accountId={accountId} currency={currency} />,
          },
          {
            ...{ id: 'sources', title: t('sources') },
            content: () => <WalletSources accountId={accountId} currency={currency} />,
          },
          {
            ...{ id: 'uses', title: t('uses') },
            content: () => <WalletUses accountId={accountId} currency={currency} />,
          },
          ...(isAllowed(session, listSettings)
            ? [
                {
                  ...{ id: 'settings', title: t('settings') },
                  content: () => <WalletSettings accountId={accountId} currency={currency} />,
                },
              ]
            : []),
        ]}
      />
    </Page>
  );
}
