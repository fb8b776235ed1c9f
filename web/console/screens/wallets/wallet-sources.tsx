import { getRouteApi, Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { listWalletSources } from '../../../api/generated/balances.ts';
import type { WalletSource } from '../../../api/generated/types.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { entityLink } from '../../../parts/balances/linked-columns.tsx';
import { List } from '../../../parts/list-page.tsx';
import { type Column, money, text, time } from '../../../ui/data-table/columns.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Money } from '../../../ui/money.tsx';

const route = getRouteApi('/wallets/$accountId');

interface WalletSourcesProps {
  accountId: string;
  currency: string;
}

/** Each amount that came in, what became of it, and what is left; the used part leads to what it paid. */
export function WalletSources({ accountId, currency }: WalletSourcesProps) {
  const t = useMessages('wallets');
  const { source_id: id } = route.useSearch();
  const columns = useMemo(() => columnsOf(accountId, currency), [accountId, currency]);
  return (
    <List
      name={t('sources')}
      operation={listWalletSources}
      input={{ account_id: accountId, ...(id && { id }) }}
      columns={columns}
      idOf={(source) => source.id}
      say={t}
      filters={id && <AllLink accountId={accountId} tab="sources" />}
      empty={<EmptyState text={t('noSources')} />}
    />
  );
}

function columnsOf(accountId: string, currency: string): readonly Column<WalletSource>[] {
  const amount = (id: string, read: (source: WalletSource) => string, place: 'amount' | 'none' = 'none') =>
    money<WalletSource>(id, (source) => ({ amount: read(source), currency }), { place });
  return [
    time('createdAt', ({ createdAt }) => createdAt),
    text('kind', ({ kind }, say) => say(`source.${kind}`), { place: 'title' }),
    entityLink('record', ({ entityId }) => entityId, { place: 'meta' }),
    amount('amount', (source) => source.amount),
    amount('takenBack', (source) => source.takenBackAmount),
    {
      id: 'used',
      isNumber: true,
      place: 'status',
      text: ({ usedAmount }) => usedAmount,
      cell: ({ id, usedAmount }) => (
        <Link
          to="/wallets/$accountId"
          params={{ accountId }}
          search={{ tab: 'uses', source_id: id }}
          className="text-accent hover:underline"
        >
          <Money amount={usedAmount} currency={currency} hasCode />
        </Link>
      ),
    },
    amount('remaining', (source) => source.remainingAmount, 'amount'),
  ];
}

/** Leaves the filter of a link that led here. */
export function AllLink({ accountId, tab }: { accountId: string; tab: 'sources' | 'uses' }) {
  const t = useMessages('wallets');
  return (
    <Link
      to="/wallets/$accountId"
      params={{ accountId }}
      search={{ tab }}
      className="text-accent hover:underline"
    >
      {t(`all.${tab}`)}
    </Link>
  );
}
