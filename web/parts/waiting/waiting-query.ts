import type { QueryClient } from '@tanstack/react-query';
import { countApprovals, listApprovals } from '../../api/generated/approvals.ts';
import { one } from '../../api/queries.ts';
import { loadMessages } from '../../messages/catalogs.ts';
import { isAllowed } from '../../session/session.tsx';

const MAX_SHOWN = 5;

/** How many requests wait at all: mostly none, and then nothing more is asked. */
export const countQuery = one(countApprovals, {});

/** The requests that wait and concern a record. */
export function waitingQuery(recordId: string) {
  return one(listApprovals, { status: 'PENDING', record_id: recordId, pageSize: MAX_SHOWN });
}

interface Loading {
  queries: QueryClient;
  scopes: readonly string[];
}

/** Reads them before the page is shown, because the notice stands above what it would push down. */
export async function loadWaiting(context: Loading, recordId: string): Promise<void> {
  if (!isAllowed(context, listApprovals)) return;
  const counts = await context.queries.fetchQuery(countQuery).catch(() => null);
  if (!counts || counts.waiting === 0) return;
  await Promise.all([loadMessages('approvals'), context.queries.prefetchQuery(waitingQuery(recordId))]);
}
