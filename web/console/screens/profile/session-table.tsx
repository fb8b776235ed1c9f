import { useSuspenseQuery } from '@tanstack/react-query';
import { endOtherSessions, endSession, listSessions } from '../../../api/generated/users-and-sessions.ts';
import { one } from '../../../api/queries.ts';
import { useWrite } from '../../../api/writes.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Instant } from '../../../ui/instant.tsx';

/** Every place where the user is signed in; each can be ended. */
export function SessionTable() {
  const t = useMessages('profile');
  const { data } = useSuspenseQuery(one(listSessions, {}));
  const end = useWrite(endSession);
  const endOthers = useWrite(endOtherSessions);
  return (
    <div className="flex flex-col gap-3">
      <ul className="flex flex-col">
        {data.data.map(({ id, browser, address, lastUsedAt, isCurrent }) => (
          <li
            key={id}
            className="flex flex-wrap items-center justify-between gap-3 border-b border-line py-2.5"
          >
            <div className="min-w-0">
              <bdi className="block max-w-xl truncate">{browser}</bdi>
              <span className="text-muted">
                <bdi>{address}</bdi> · <Instant at={lastUsedAt} isRelative />
              </span>
            </div>
            {isCurrent ? (
              <Badge tone="good">{t('current')}</Badge>
            ) : (
              <Button disabled={end.isPending} onClick={() => end.mutate({ session_id: id })}>
                {t('end')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {data.data.length > 1 && (
        <span>
          <Button disabled={endOthers.isPending} onClick={() => endOthers.mutate({})}>
            {t('endOthers')}
          </Button>
        </span>
      )}
    </div>
  );
}
