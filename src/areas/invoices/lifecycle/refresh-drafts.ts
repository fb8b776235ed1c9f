import { isClockMoved } from '#platform/db/clock.ts';
import { readText, type StoredScheduledWork } from '#platform/db/scheduled-work.ts';
import type { ScheduledWorkContext } from '#platform/jobs/scheduled-work.ts';
import { hasDrafts, listStaleAccounts } from '../store/lifecycle.ts';
import { planRefresh, planRefreshAt } from './planned-work.ts';
import { refreshAccountDrafts } from './refresh-account.ts';

/** Accounts per transaction. */
const CHUNK = 100;

/**
 * Updates stored drafts to their running usage, a bounded number of accounts at a time, so that reports,
 * alerts and holds are at most one interval old. Reading or listing drafts recomputes them anyway.
 */
export async function refreshDrafts(
  context: ScheduledWorkContext,
  payload: StoredScheduledWork['payload'],
): Promise<void> {
  const { tx, org, now } = context;
  const after = readText(payload, 'after');
  const accounts = await listStaleAccounts(tx, org, { before: now, after, limit: CHUNK });
  for (const accountId of accounts) await refreshAccountDrafts(context, accountId);
  const last = accounts.at(-1);
  if (last !== undefined && accounts.length === CHUNK)
    return planRefreshAt(context, { dueAt: now, after: last });
  const isGoingOn = !(await isClockMoved(tx, org)) && (await hasDrafts(tx, org));
  if (isGoingOn) await planRefresh(context);
}
