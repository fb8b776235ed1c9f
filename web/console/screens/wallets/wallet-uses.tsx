import { getRouteApi, Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { listWalletUses } from '../../../api/generated/balances.ts';
import type { WalletUse } from '../../../api/generated/types.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { invoiceOf, linkOf } from '../../../parts/balances/entity-link.ts';
import { explained, recordLink } from '../../../parts/balances/linked-columns.tsx';
import { List } from '../../../parts/list-page.tsx';
import { type Column, moment, text } from '../../../ui/data-table/columns.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Instant } from '../../../ui/instant.tsx';
import { AllLink } from './wallet-sources.tsx';

const route = getRouteApi('/wallets/$accountId');

interface WalletUsesProps {
  accountId: string;
  currency: string;
}

/** What the money paid, with the source of each part: a use of two sources has two rows. */
export function WalletUses({ accountId, currency }: WalletUsesProps) {
  const t = useMessages('wallets');
  const { source_id, entity_id } = route.useSearch();
  const columns = useMemo(() => columnsOf(accountId, currency), [accountId, currency]);
  return (
    <List
      name={t('uses')}
      operation={listWalletUses}
      input={{ account_id: accountId, ...(source_id && { source_id }), ...(entity_id && { entity_id }) }}
      columns={columns}
      idOf={({ id }) => id}
      say={t}
      filters={(source_id || entity_id) && <AllLink accountId={accountId} tab="uses" />}
      empty={<EmptyState text={t('noUses')} />}
    />
  );
}

function columnsOf(accountId: string, currency: string): readonly Column<WalletUse>[] {
  return [
    moment('usedAt', ({ usedAt }) => usedAt),
    text('use', ({ kind }, say) => say(`use.${kind}`)),
    recordLink('entity', ({ entityId, sequenceId }, say) => {
      const link = linkOf(entityId);
      return link && { ...link, name: sequenceId ?? say(`entity.${link.area}`) };
    }),
    {
      id: 'from',
      place: 'status',
      text: ({ sourceKind }, say) => say(`source.${sourceKind}`),
      cell: ({ sourceId, sourceKind, sourceCreatedAt }, say) => (
        <Link
          to="/wallets/$accountId"
          params={{ accountId }}
          search={{ tab: 'sources', source_id: sourceId }}
          className="text-accent hover:underline"
        >
          {say(`source.${sourceKind}`)}, <Instant at={sourceCreatedAt} isExact />
        </Link>
      ),
    },
    explained('amount', ({ amount, entityId }) => ({ amount, currency, invoiceId: invoiceOf(entityId) })),
  ];
}
