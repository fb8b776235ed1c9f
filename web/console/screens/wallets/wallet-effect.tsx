import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDeferredValue } from 'react';
import { previewWallet } from '../../../api/generated/balances.ts';
import { one } from '../../../api/queries.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { BalanceEffect } from '../../../parts/balances/balance-effect.tsx';
import { Change as AmountChange } from '../../../parts/balances/changed-invoice.tsx';
import { ProblemNotice } from '../../../parts/problem-notice.tsx';
import { Money } from '../../../ui/money.tsx';
import type { Change } from './move-form.ts';

interface WalletEffectProps {
  accountId: string;
  /** Null while something is missing. */
  change: Change | null;
}

/** The balance and the invoices before and after a change, as the service computes them for what is typed. */
export function WalletEffect({ accountId, change }: WalletEffectProps) {
  const t = useMessages('wallets');
  const wanted = useDeferredValue(change);
  const { data, error } = useQuery({
    ...one(previewWallet, { account_id: accountId, body: wanted ?? { action: 'ACTIVATE' } }),
    enabled: wanted !== null,
    retry: false,
    placeholderData: keepPreviousData,
  });
  if (wanted === null) return <p className="text-muted">{t('effectEmpty')}</p>;
  if (error) return <ProblemNotice error={error} />;
  if (!data) return <div aria-hidden className="h-24" />;
  const { currency, autoTopup } = data;
  return (
    <div aria-live="polite" className="flex flex-col gap-3">
      <dl className="flex flex-col gap-1">
        <AmountChange
          label={t('balance')}
          before={data.balanceBefore}
          after={data.balanceAfter}
          currency={currency}
          isStrong
        />
        <AmountChange label={t('held')} before={data.heldBefore} after={data.heldAfter} currency={currency} />
      </dl>
      {autoTopup && (
        <p>
          {t('startsTopup')} <Money amount={autoTopup.topupAmount} currency={currency} />
        </p>
      )}
      <BalanceEffect effect={data} />
    </div>
  );
}
