import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { WalletEntry } from '../../../api/generated/types.ts';
import { getWallet, listWalletEntries } from '../../../api/generated/wallets.ts';
import { ApiProblem } from '../../../api/problem.ts';
import { one } from '../../../api/queries.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { List } from '../../../parts/list-page.tsx';
import { ProblemNotice } from '../../../parts/problem-notice.tsx';
import { type Column, money, status, text, time } from '../../../ui/data-table/columns.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Figures } from '../../../ui/figures.tsx';
import { Money } from '../../../ui/money.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';

interface WalletTableProps {
  accountId: string;
  currency: string;
}

/** The ledger of the wallet, with the balance after each entry. */
export function WalletTable({ accountId, currency }: WalletTableProps) {
  const t = useMessages('accounts');
  const { data: wallet, error, isPending, refetch } = useQuery(one(getWallet, { account_id: accountId }));
  const unit = wallet?.creditUnit ?? currency;
  const columns = useMemo(() => columnsIn(unit), [unit]);
  if (isPending) return <Skeleton lines={4} />;
  if (error instanceof ApiProblem && error.status === 404) return <EmptyState text={t('noWallet')} />;
  if (error) return <ProblemNotice error={error} onRetry={() => void refetch()} />;
  return (
    <div className="flex flex-col gap-5">
      <Figures
        figures={[
          { label: t('balance'), value: <Money amount={wallet.balance} currency={unit} /> },
          {
            label: t('held'),
            value: <Money amount={wallet.holdAmount} currency={unit} />,
            note: t('heldNote'),
          },
        ]}
      />
      <List
        name={t('wallet')}
        operation={listWalletEntries}
        input={{ account_id: accountId }}
        columns={columns}
        idOf={({ id }) => id}
        say={t}
        empty={<EmptyState text={t('noEntries')} />}
      />
    </div>
  );
}

function columnsIn(currency: string): readonly Column<WalletEntry>[] {
  return [
    time('createdAt', ({ createdAt }) => createdAt),
    text(
      'description',
      ({ description, transactionType }, say) => description ?? say(`transaction.${transactionType}`),
      {
        place: 'title',
      },
    ),
    status('status', ({ status: state }) =>
      state === 'COMPLETED'
        ? { tone: 'good', word: 'entry.COMPLETED' }
        : { tone: 'warn', word: 'entry.ON_HOLD' },
    ),
    money('amount', ({ amount, transactionType }) => ({
      amount: transactionType === 'DEBITED' ? `-${amount}` : amount,
      currency,
    })),
    money('closingBalance', ({ closingBalance }) => ({ amount: closingBalance, currency }), {
      place: 'none',
    }),
  ];
}
