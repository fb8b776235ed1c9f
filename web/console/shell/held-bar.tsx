import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { getOutgoing } from '../../api/generated/system.ts';
import { one } from '../../api/queries.ts';
import { useMessages } from '../../messages/catalogs.ts';
import { useSession } from '../../session/session.tsx';
import { TriangleAlert } from '../../ui/icons.ts';

const POLL_MS = 60_000;

/** Says to operators on every page that messages wait for their release after a restore. */
export function HeldBar() {
  const t = useMessages('shell');
  const { isOperator = false } = useSession();
  const { data } = useQuery({
    ...one(getOutgoing, {}),
    enabled: isOperator,
    retry: false,
    staleTime: POLL_MS,
    refetchInterval: POLL_MS,
  });
  return (
    <div role="status">
      {data?.isHeld && (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line bg-warn-soft px-4 py-1.5">
          <TriangleAlert aria-hidden className="size-4 shrink-0 text-warn" />
          <span className="min-w-0 flex-1">{t('outgoingHeld')}</span>
          <Link to="/system" className="font-medium text-accent underline">
            {t('outgoingDecide')}
          </Link>
        </div>
      )}
    </div>
  );
}
