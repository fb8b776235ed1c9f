import { useQuery } from '@tanstack/react-query';
import { listApprovals } from '../../api/generated/approvals.ts';
import type { Approval } from '../../api/generated/types.ts';
import { isAllowed, useSession } from '../../session/session.tsx';
import { countQuery, waitingQuery } from './waiting-query.ts';

/** Somebody else decides in the meantime. */
const POLL_MS = 15_000;
const NONE: readonly Approval[] = [];

/** The requests that wait and concern a record; none for those who may not see approvals. */
export function useWaiting(recordId: string): readonly Approval[] {
  const canSee = isAllowed(useSession(), listApprovals);
  const { data: counts } = useQuery({ ...countQuery, enabled: canSee });
  const enabled = canSee && counts !== undefined && counts.waiting > 0;
  const { data } = useQuery({
    ...waitingQuery(recordId),
    enabled,
    refetchInterval: ({ state }) => (state.data?.data.length ? POLL_MS : false),
  });
  return (enabled && data?.data) || NONE;
}
