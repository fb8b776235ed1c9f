import { useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { listEntitlements } from '../../../api/generated/entitlements.ts';
import type { Account } from '../../../api/generated/types.ts';
import { one } from '../../../api/queries.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { FeatureName } from '../../../parts/feature-name.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { CheckEntitlement } from './check-entitlement.tsx';
import { FeatureDrawer } from './feature-drawer.tsx';
import { FeatureUsage } from './feature-usage.tsx';

/** What the account is entitled to now; of a metered feature, how much of it is used. */
export function EntitlementsTab({ account }: { account: Account }) {
  const t = useMessages('entitlements');
  const [open, setOpen] = useState<string | null>(null);
  const { data } = useSuspenseQuery(one(listEntitlements, { account_id: account.id }));
  return (
    <div className="flex flex-col gap-4">
      {data.data.length === 0 ? (
        <EmptyState text={t('noEntitlements')} />
      ) : (
        <ul aria-label={t('entitlements')} className="flex flex-col">
          {data.data.map(({ featureId, value }) => (
            <li
              key={featureId}
              className="grid items-center gap-x-6 gap-y-1 border-b border-line py-2.5 sm:grid-cols-[minmax(0,16rem)_8rem_minmax(0,1fr)_auto]"
            >
              <span className="font-medium">
                <FeatureName id={featureId} />
              </span>
              <span>
                <EntitlementValue value={value} />
              </span>
              <FeatureUsage accountId={account.id} featureId={featureId} />
              <span>
                <Button kind="quiet" onClick={() => setOpen(featureId)}>
                  {t('credits')}
                </Button>
              </span>
            </li>
          ))}
        </ul>
      )}
      <CheckEntitlement accountId={account.id} />
      {open && <FeatureDrawer account={account} featureId={open} onClose={() => setOpen(null)} />}
    </div>
  );
}

/** A switch in words, and any other value as it is. */
function EntitlementValue({ value }: { value: string }) {
  const t = useMessages('entitlements');
  if (value === 'true') return <Badge tone="good">{t('value.on')}</Badge>;
  if (value === 'false') return <Badge>{t('value.off')}</Badge>;
  return <bdi className="break-words tabular-nums">{value}</bdi>;
}
