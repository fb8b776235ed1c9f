import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { WalletEntry } from '../../api/generated/types.ts';
import { listWalletEntries } from '../../api/generated/wallets.ts';
import { subtract } from '../../format/decimals.ts';
import { useMessages } from '../../messages/catalogs.ts';
import { type Column, moment, money, status, text } from '../../ui/data-table/columns.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Money } from '../../ui/money.tsx';
import { ExplainLink } from '../explain-link.tsx';
import { List } from '../list-page.tsx';
import { recordPath } from '../use-record-link.ts';
import { invoiceOf, linkOf } from './entity-link.ts';
import { entityLink } from './linked-columns.tsx';

interface WalletEntriesProps {
  accountId: string;
  currency: string;
}

/** The ledger of a wallet, with the balance after each entry; what paid an invoice is explained by it. */
export function WalletEntries({ accountId, currency }: WalletEntriesProps) {
  const t = useMessages('balances');
  const columns = useMemo(() => columnsOf(accountId, currency), [accountId, currency]);
  return (
    <List
      name={t('entries')}
      operation={listWalletEntries}
      input={{ account_id: accountId }}
      columns={columns}
      idOf={({ id }) => id}
      say={t}
      empty={<EmptyState text={t('noEntries')} />}
    />
  );
}

function columnsOf(accountId: string, currency: string): readonly Column<WalletEntry>[] {
  return [
    moment('createdAt', ({ createdAt }) => createdAt),
    text(
      'description',
      ({ description, transactionType }, say) => description ?? say(`transaction.${transactionType}`),
      { place: 'title' },
    ),
    entityLink('entity', ({ entityId }) => entityId, { place: 'meta' }),
    status('status', ({ status: state }) => ({
      ...{ tone: state === 'COMPLETED' ? 'good' : 'warn', word: `entry.${state}` },
    })),
    {
      ...{ id: 'amount', isNumber: true, place: 'amount' },
      text: ({ amount, transactionType }) => signed(amount, transactionType),
      cell: (entry) => <EntryAmount entry={entry} accountId={accountId} currency={currency} />,
    },
    money('closingBalance', ({ closingBalance }) => ({ amount: closingBalance, currency }), {
      place: 'none',
    }),
  ];
}

function signed(amount: string, type: WalletEntry['transactionType']): string {
  return type === 'DEBITED' ? subtract('0', amount) : amount;
}

interface EntryAmountProps extends WalletEntriesProps {
  entry: WalletEntry;
}

/** What an invoice took is explained by it; what came in leads to what became of it. */
function EntryAmount({ entry, accountId, currency }: EntryAmountProps) {
  const { id, amount, transactionType, entityId } = entry;
  const shown = <Money amount={signed(amount, transactionType)} currency={currency} hasCode />;
  const invoiceId = transactionType === 'DEBITED' ? invoiceOf(entityId) : undefined;
  if (invoiceId !== undefined) return <ExplainLink invoiceId={invoiceId}>{shown}</ExplainLink>;
  const link = linkOf(entityId);
  if (transactionType === 'DEBITED')
    return link ? (
      <Link to={recordPath(link.area, link.id) as '/'} className="hover:underline">
        {shown}
      </Link>
    ) : (
      shown
    );
  return (
    <Link
      to="/wallets/$accountId"
      params={{ accountId }}
      search={{ tab: 'sources', source_id: id }}
      className="hover:underline"
    >
      {shown}
    </Link>
  );
}
