import { useQuery } from '@tanstack/react-query';
import { getFeatureCredits } from '../../../api/generated/entitlements.ts';
import { one } from '../../../api/queries.ts';
import { isZero, percentOf, subtract } from '../../../format/decimals.ts';
import { formatQuantity } from '../../../format/money.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { UsageBar } from '../../../ui/usage-bar.tsx';

/** How much of the credits of a metered feature is used, and the overage. Nothing for other features. */
export function FeatureUsage({ accountId, featureId }: { accountId: string; featureId: string }) {
  const t = useMessages('entitlements');
  const input = { account_id: accountId, feature_id: featureId };
  const { data } = useQuery(one(getFeatureCredits, input));
  if (!data) return <span />;
  const { granted, balance, usedOverage, overageLimit } = data;
  if (isZero(granted) && isZero(usedOverage)) return <span className="text-muted">{t('notMetered')}</span>;
  const used = subtract(granted, balance);
  return (
    <span className="flex min-w-0 flex-col gap-1">
      <UsageBar
        label={t('usedOf', { used: formatQuantity(used), granted: formatQuantity(granted) })}
        percent={percentOf(used, granted) ?? '100'}
      />
      {!isZero(usedOverage) && (
        <span className="text-caption text-warn">
          {overageLimit === undefined
            ? t('overage', { used: formatQuantity(usedOverage) })
            : t('overageOf', { used: formatQuantity(usedOverage), limit: formatQuantity(overageLimit) })}
        </span>
      )}
    </span>
  );
}
