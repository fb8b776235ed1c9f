import type { AccountMatch } from '#areas/accounts/index.ts';
import type { SchemaEvent } from '#areas/event-schemas/index.ts';
import { cycleOf, listSchedules, type ScheduleRow } from '#areas/schedules/index.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import type { EventFacts } from './process-event.ts';

type FindPeriod = (accountId: string, at: Temporal.Instant) => EventFacts['period'];

/** What prices the matched accounts at the times of a batch's events. */
export async function loadPeriods(
  tx: Tx,
  org: Org,
  batch: { events: readonly SchemaEvent[]; matches: readonly (AccountMatch | null)[] },
): Promise<FindPeriod> {
  const accountIds = [...new Set(batch.matches.flatMap((match) => match?.accountId ?? []))];
  const times = batch.events.map(({ timestamp }) => timestamp).sort(Temporal.Instant.compare);
  const [first, last] = [times[0], times.at(-1)];
  if (!first || !last || accountIds.length === 0) return () => null;
  const until = last.add({ microseconds: 1 });
  const schedules = await listSchedules(tx, org, { accountIds, from: first, until });
  const byAccount = Map.groupBy(schedules, ({ accountId }) => accountId);
  return (accountId, at) => findPeriod(byAccount.get(accountId) ?? [], at);
}

/** Schedules of an account never overlap, so the first that has a cycle at the instant is the only one. */
function findPeriod(schedules: readonly ScheduleRow[], at: Temporal.Instant): EventFacts['period'] {
  for (const schedule of schedules) {
    const cycle = cycleOf(schedule, at);
    if (cycle) return { schedule, cycle };
  }
  return null;
}
