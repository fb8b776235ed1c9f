import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { previewCredits } from '../../../api/generated/balances.ts';
import { one } from '../../../api/queries.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { BalanceEffect } from '../../../parts/balances/balance-effect.tsx';
import { ProblemNotice } from '../../../parts/problem-notice.tsx';
import { Money } from '../../../ui/money.tsx';
import { Notice } from '../../../ui/notice.tsx';
import type { Grant } from './grant-form.ts';

/** The grant as the service computes it for what is typed, and the account's currency. */
export function useGrantPreview(grant: Grant | null) {
  return useQuery({
    ...one(previewCredits, { body: { creditRequests: grant ? [grant] : [] } }),
    enabled: grant !== null,
    retry: false,
    placeholderData: keepPreviousData,
  });
}

/** Which lines of which drafts the credit would pay, before it exists. */
export function GrantEffect({ grant, preview }: GrantEffectProps) {
  const t = useMessages('grantForm');
  const { data, error, isPlaceholderData } = preview;
  if (grant === null) return <p className="text-muted">{t('effectEmpty')}</p>;
  if (error) return <ProblemNotice error={error} />;
  const [first] = data?.grants ?? [];
  if (!data || !first) return <div aria-hidden className="h-24" />;
  if (first.problem)
    return (
      <Notice kind="bad" title={t('wouldBeRejected')}>
        {first.problem.message}
      </Notice>
    );
  if (first.isRepeated)
    return (
      <Notice kind="warn" title={t('isRepeated')}>
        {t('isRepeatedText')}
      </Notice>
    );
  return (
    <div aria-live="polite" aria-busy={isPlaceholderData} className="flex flex-col gap-3">
      {first.drawnAmount !== undefined && (
        <p>
          {t('drawn')} <Money amount={first.drawnAmount} currency={first.currency} />
        </p>
      )}
      <BalanceEffect effect={data} />
    </div>
  );
}

interface GrantEffectProps {
  grant: Grant | null;
  preview: ReturnType<typeof useGrantPreview>;
}
