import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { getWallet } from '../../../api/generated/wallets.ts';
import { ApiProblem } from '../../../api/problem.ts';
import { one } from '../../../api/queries.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { WalletEntries } from '../../../parts/balances/wallet-entries.tsx';
import { ProblemNotice } from '../../../parts/problem-notice.tsx';
import { buttonClasses } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Figures } from '../../../ui/figures.tsx';
import { Money } from '../../../ui/money.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';

interface WalletTableProps {
  accountId: string;
  currency: string;
}

/** The wallet of the account: its balance, its ledger, and the way to what can be done with it. */
export function WalletTable({ accountId, currency }: WalletTableProps) {
  const t = useMessages('accounts');
  const { data: wallet, error, isPending, refetch } = useQuery(one(getWallet, { account_id: accountId }));
  const unit = wallet?.creditUnit ?? currency;
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
      <div>
        <Link to="/wallets/$accountId" params={{ accountId: wallet.accountId }} className={buttonClasses()}>
          {t('openWallet')}
        </Link>
      </div>
      <WalletEntries accountId={accountId} currency={unit} />
    </div>
  );
}
