import { getRouteApi } from '@tanstack/react-router';
import { listWallets } from '../../../api/generated/balances.ts';
import type { ListedWallet } from '../../../api/generated/types.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { ListPage } from '../../../parts/list-page.tsx';
import { useFilters } from '../../../parts/use-filters.ts';
import { recordPath, useRecordLink } from '../../../parts/use-record-link.ts';
import { type Column, identifier, money, status, text } from '../../../ui/data-table/columns.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ChoiceFilter, SearchField } from '../../../ui/filters.tsx';
import { walletState, walletStatus } from './wallet-view.ts';

const columns: readonly Column<ListedWallet>[] = [
  text('account', ({ accountName }) => accountName, { place: 'title', sort: 'account_name' }),
  text('customer', ({ customerName }) => customerName),
  status('state', ({ state }) => walletState.look(state)),
  money('balance', ({ balance, currency }) => ({ amount: balance, currency }), { sort: 'balance' }),
  money('held', ({ holdAmount, currency }) => ({ amount: holdAmount, currency }), { place: 'none' }),
  money('threshold', ({ autoTopup, currency }) => ({ amount: autoTopup?.threshold ?? null, currency }), {
    place: 'none',
  }),
  money('topup', ({ autoTopup, currency }) => ({ amount: autoTopup?.topupAmount ?? null, currency }), {
    place: 'none',
  }),
  status('status', ({ status: state }) => walletStatus.look(state), { isExtra: true, place: 'none' }),
  identifier('id', ({ accountId }) => accountId, { isExtra: true }),
];

const route = getRouteApi('/wallets');

/** The wallets of all accounts: balances, and which are below their threshold. */
export function WalletList() {
  const t = useMessages('wallets');
  const [search, change] = useFilters(route);
  const link = useRecordLink(pathOf);
  return (
    <ListPage
      title={t('title')}
      operation={listWallets}
      input={search}
      columns={columns}
      idOf={({ id }) => id}
      link={link}
      say={t}
      sort={{ by: search._sort ?? 'account_id:ASC', onSort: (_sort) => change({ _sort }) }}
      filters={
        <>
          <SearchField value={search._search ?? ''} onChange={(_search) => change({ _search })} />
          <ChoiceFilter
            label={t('state')}
            value={search.state ?? ''}
            onChange={(state) => change({ state })}
            options={walletState.options(t)}
          />
          <SearchField
            label={t('currency')}
            value={search.currency ?? ''}
            onChange={(currency) => change({ currency: currency.toUpperCase() })}
          />
        </>
      }
      empty={<EmptyState text={t('empty')} />}
    />
  );
}

function pathOf({ accountId }: ListedWallet): string {
  return recordPath('wallets', accountId);
}
