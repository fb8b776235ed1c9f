import type { Tx } from '#platform/db/database.ts';
import { planScheduledWork } from '#platform/db/scheduled-work.ts';
import type { Org } from '#platform/http/operation.ts';
import type { AliasRow } from './store/aliases.ts';

/**
 * Kind of scheduled work with payload `{ accountId, value, from, until }`, null for an open end: corrects the
 * events that used the alias in `[from, until)` and count for the account.
 */
export const REATTRIBUTE_EVENTS = 'usage.reattribute';

/**
 * Runs before waiting events are reprocessed, so that the alias's next account finds the events that wait
 * afterwards.
 */
const RANK = 45;

/** Schedules it for a range of an alias that an account has lost. */
export function planReattribution(
  tx: Tx,
  org: Org,
  lost: Pick<AliasRow, 'id' | 'accountId' | 'value'> & {
    from: Temporal.Instant | null;
    until: Temporal.Instant | null;
    now: Temporal.Instant;
  },
): Promise<void> {
  const { id, accountId, value, now } = lost;
  const [from, until] = [lost.from?.toString() ?? null, lost.until?.toString() ?? null];
  const payload = { accountId, value, from, until };
  return planScheduledWork(tx, org, {
    ...{ kind: REATTRIBUTE_EVENTS, key: `${id} from ${from}`, dueAt: now, rank: RANK },
    ...{ payload, now },
  });
}
