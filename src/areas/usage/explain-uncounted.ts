import type { Static } from 'typebox';
import { findClosestAccounts } from '#areas/accounts/index.ts';
import { listActiveMeters } from '#areas/usage-meters/index.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Org, Sent } from '#platform/http/operation.ts';
import { unpackPipeline } from './event-context.ts';
import { referenceOf } from './event-numbers.ts';
import { explainSteps, readFilteringTerms } from './explain-filtered-out.ts';
import type { EventStatus } from './statuses.ts';
import type { EventRow } from './store/events.ts';
import {
  listFilteredOut,
  listUncountedGroups,
  type UncountedGroup,
  type UncountedRequest,
} from './store/uncounted-events.ts';
import {
  MAX_EXAMINED,
  MAX_FILTERED,
  MAX_GROUPS,
  MAX_METERS,
  type UncountedReport,
} from './uncounted-schema.ts';

type Requested = UncountedRequest & { meterId: string | null; now: Temporal.Instant };
type Group = UncountedGroup & { isCountedByOthers: boolean };

/** Events that are not counted, or not by the requested meter, grouped by the reason. */
export async function explainUncounted(
  tx: Tx,
  org: Org,
  requested: Requested,
): Promise<Sent<Static<typeof UncountedReport>>> {
  const uncounted = await listUncountedGroups(tx, org, {
    ...requested,
    most: MAX_EXAMINED,
    limit: MAX_GROUPS,
  });
  const others = await listOfOtherMeters(tx, org, requested);
  const groups: Group[] = [
    ...uncounted.groups.map((group) => ({ ...group, isCountedByOthers: false })),
    ...others.groups,
  ].sort((a, b) => b.events - a.events);
  const shown = groups.slice(0, MAX_GROUPS);
  const refs = [...new Set(shown.flatMap(({ accountRef }) => accountRef ?? []))];
  const closest = await findClosestAccounts(tx, org, { refs, at: requested.now });
  const metersOf = await readDecidingMeters(tx, org, { groups: shown, meterId: requested.meterId });
  return {
    data: shown.map((shownGroup) => {
      const { seq, accountRef, reason, ...group } = shownGroup;
      const found = closest.get(accountRef ?? '');
      const usageMeters = metersOf(shownGroup);
      return {
        ...group,
        referenceId: referenceOf(seq),
        ...(reason !== null && { reason }),
        ...(usageMeters.length > 0 && { usageMeters }),
        ...(accountRef !== null && { accountRef }),
        ...(found && {
          closestAccount: { id: found.accountId, name: found.accountName, value: found.value },
        }),
      };
    }),
    isComplete: uncounted.isComplete && others.isComplete && groups.length === shown.length,
  };
}

/** The active meters of a schema that rejected the events; of events that others count, the requested one. */
async function readDecidingMeters(
  tx: Tx,
  org: Org,
  { groups, meterId }: { groups: readonly Group[]; meterId: string | null },
): Promise<(group: Group) => { id: string; name: string }[]> {
  const decided = groups.filter((group) => group.isCountedByOthers || group.status === UNMATCHED);
  const names = [...new Set(decided.map(({ schemaName }) => schemaName))];
  const meters = names.length > 0 ? await listActiveMeters(tx, org, names) : [];
  return (group) =>
    (decided.includes(group) ? meters : [])
      .filter(({ eventSchemaName }) => eventSchemaName === group.schemaName)
      .filter(({ id }) => meterId === null || id === meterId)
      .slice(0, MAX_METERS)
      .map(({ id, name }) => ({ id, name }));
}

const UNMATCHED: EventStatus = 'INGESTION_COMPLETED_EVENT_NOT_METERED';

/** Each event is explained by itself, because what a meter requires may concern any of its values. */
async function listOfOtherMeters(
  tx: Tx,
  org: Org,
  { meterId, accountId, ...requested }: Requested,
): Promise<{ groups: Group[]; isComplete: boolean }> {
  if (meterId === null || accountId === undefined) return { groups: [], isComplete: true };
  const rows = await listFilteredOut(tx, org, { ...requested, accountId, meterId, most: MAX_FILTERED });
  const terms = await readFilteringTerms(tx, org, rows);
  const reasons = rows.map((row) => {
    const steps = explainSteps(row, unpackPipeline(row, row), terms) ?? [];
    return { row, reason: steps.find(({ id }) => id === meterId)?.reason ?? null };
  });
  const byReason = Map.groupBy(reasons, ({ row, reason }) => `${row.schemaName}\n${reason}`);
  const groups = [...byReason.values()].map((each) =>
    groupOf(
      each.map(({ row }) => row),
      each[0]?.reason ?? null,
    ),
  );
  return { groups, isComplete: rows.length < MAX_FILTERED };
}

function groupOf(rows: readonly EventRow[], reason: string | null): Group {
  const [newest] = rows as [EventRow];
  const times = rows.map(({ eventTime }) => eventTime).sort(Temporal.Instant.compare);
  const { status, schemaName, seq, eventTime } = newest;
  return {
    ...{ status, schemaName, seq, reason, accountRef: null, isCountedByOthers: true },
    ...{ events: rows.length, firstAt: times[0] ?? eventTime, lastAt: times.at(-1) ?? eventTime },
  };
}
