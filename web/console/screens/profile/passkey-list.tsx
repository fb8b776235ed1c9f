import { useSuspenseQuery } from '@tanstack/react-query';
import { listPasskeys } from '../../../api/generated/users-and-sessions.ts';
import { one } from '../../../api/queries.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { Badge } from '../../../ui/badge.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Instant } from '../../../ui/instant.tsx';
import { AddPasskey } from './add-passkey.tsx';
import { RemovePasskey, RenamePasskey } from './passkey-actions.tsx';

/** What the user signs in with in place of a password; at most 20, so one list shows all. */
export function PasskeyList() {
  const t = useMessages('profile');
  const { data } = useSuspenseQuery(one(listPasskeys, {}));
  if (data.data.length === 0) return <EmptyState text={t('noPasskeys')} action={<AddPasskey />} />;
  return (
    <div className="flex flex-col gap-3">
      <ul className="flex flex-col">
        {data.data.map((passkey) => (
          <li
            key={passkey.id}
            className="flex flex-wrap items-center justify-between gap-3 border-b border-line py-2.5"
          >
            <div className="min-w-0">
              <span className="flex min-w-0 items-center gap-2">
                <bdi className="max-w-md truncate font-medium">{passkey.name}</bdi>
                {passkey.isSynced && <Badge tone="info">{t('synced')}</Badge>}
              </span>
              <span className="text-muted">
                {t('added')} <Instant at={passkey.createdAt} isRelative /> ·{' '}
                {passkey.lastUsedAt ? (
                  <>
                    {t('lastUsed')} <Instant at={passkey.lastUsedAt} isRelative />
                  </>
                ) : (
                  t('neverUsed')
                )}
              </span>
            </div>
            <span className="flex gap-2">
              <RenamePasskey passkey={passkey} />
              <RemovePasskey passkey={passkey} />
            </span>
          </li>
        ))}
      </ul>
      <span>
        <AddPasskey />
      </span>
    </div>
  );
}
