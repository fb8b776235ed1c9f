import { useQuery } from '@tanstack/react-query';
import { approveRequest, countApprovals } from '../../api/generated/approvals.ts';
import { one } from '../../api/queries.ts';
import { formatCount } from '../../format/money.ts';
import { useMessages } from '../../messages/catalogs.ts';
import { isAllowed, useSession } from '../../session/session.tsx';

const POLL_MS = 60_000;

/** How many requests wait for the user's decision; nothing for none. */
export function WaitingCount() {
  const t = useMessages('shell');
  const enabled = isAllowed(useSession(), approveRequest);
  const { data } = useQuery({
    ...one(countApprovals, {}),
    enabled,
    staleTime: POLL_MS,
    refetchInterval: POLL_MS,
  });
  const count = data?.forCaller ?? 0;
  if (count === 0) return null;
  return (
    <span className="ms-auto rounded-full bg-accent px-1.5 text-caption font-medium text-accent-ink tabular-nums">
      <span aria-hidden>{formatCount(count)}</span>
      <span className="sr-only">{t.count('approvalsWaiting', count)}</span>
    </span>
  );
}
